package org.jmpi.comm.dynamic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The ports and names of one process, and the port of Join: nothing of them is left. */
@Timeout(60)
class PortsTest {
    private static final int LIMIT_MILLIS = 10_000;

    @TempDir
    Path folder;

    private JmpiConfig config() {
        Properties properties = new Properties();
        properties.setProperty("jmpi.user.folder", folder.resolve("own").toString());
        return JmpiConfig.load(properties, Map.of());
    }

    private Ports ports() {
        return new Ports(new SocketConnector(config()), config());
    }

    private static boolean listens(String port) throws IOException {
        InetSocketAddress address = Port.Location.parse(port).addresses().get(0);
        try (Socket socket = new Socket()) {
            socket.connect(address, LIMIT_MILLIS);
            return true;
        } catch (ConnectException e) {
            return false;
        }
    }

    @Test
    void aPortThatIsClosedDoesNotListen() throws Exception {
        Ports ports = ports();
        String one = ports.open();
        String other = ports.open();
        ports.close(one);
        assertFalse(listens(one));
        assertTrue(listens(other));
        ports.close();
        assertFalse(listens(other));
    }

    @Test
    void theEndOfAProcessTakesItsNamesBack() {
        Ports ports = ports();
        Ports others = ports();
        ports.publish("mine", ports.open());
        String port = others.open();
        others.publish("theirs", port);
        ports.close();
        CommException gone = assertThrows(CommException.class, () -> others.lookup("mine"));
        assertEquals(ErrorClass.NAME, gone.errorClass());
        assertEquals(port, others.lookup("theirs"));
        others.close();
    }

    /** Nobody beyond this host reaches the port, and none does after Join. */
    @Test
    void joinOpensAPortForItsSocketAlone() throws Exception {
        Ports ports = ports();
        AtomicReference<JoinedSocket> joins = new AtomicReference<>();
        Runnable wait = () -> {
            // The other end never connects to the port.
            if (joins.get().accepts()) throw new CommException(ErrorClass.OTHER, "enough");
        };
        try (ServerSocketChannel server =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel here = SocketChannel.open(server.getLocalAddress());
                SocketChannel there = server.accept()) {
            // The greater number, which the other end draws, opens the port.
            write(there, JoinedSocket.MAGIC, Long.MIN_VALUE);
            String port;
            try (JoinedSocket joined = new JoinedSocket(here, wait)) {
                joins.set(joined);
                assertThrows(CommException.class, () -> joined.open(ports, config()));
                assertTrue(joined.accepts());
                read(there, 2 * Long.BYTES);
                port = StandardCharsets.UTF_8
                        .decode(read(there, read(there, Short.BYTES).getShort()))
                        .toString();
                assertTrue(listens(port));
                for (InetSocketAddress each : Port.Location.parse(port).addresses())
                    assertTrue(each.getAddress().isLoopbackAddress(), port);
            }
            assertFalse(listens(port));
        }
    }

    private static void write(SocketChannel channel, long magic, long number) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES).putLong(magic).putLong(number);
        bytes.flip();
        while (bytes.hasRemaining()) channel.write(bytes);
    }

    private static ByteBuffer read(SocketChannel channel, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) assertTrue(channel.read(bytes) >= 0);
        return bytes.flip();
    }
}
