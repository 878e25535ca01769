package org.jmpi.run.agent;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.ListenAddresses;
import org.jmpi.comm.transport.LocalAddresses;
import org.jmpi.comm.transport.SocketAddresses;

/**
 * One of two hosts that check whether connections get through from each to the other. A connection carries nothing, and
 * is not accepted: its handshake is that of the operating system.
 *
 * @param addresses where this host listens, as {@link SocketAddresses} writes them
 */
public record ConnectCheck(ServerSocket listening, String addresses) implements Closeable {
    private static final int CONNECT_MILLIS = 3000;

    /** One connection for each other host; the operating system may set a lower limit. */
    private static final int BACKLOG = 4096;

    /**
     * Listens where a rank would.
     *
     * @throws IOException if no port is free, or the chosen interface is not there
     */
    public static ConnectCheck listen(JmpiConfig config) throws IOException {
        ListenAddresses hosts = ListenAddresses.of(false, config, LocalAddresses.ofHost());
        ServerSocket listening = config.ports().bind(0, port -> new ServerSocket(port, BACKLOG));
        List<Integer> ports = List.of(listening.getLocalPort());
        return new ConnectCheck(listening, SocketAddresses.text(hosts.published(ports)));
    }

    /**
     * Returns whether a connection to one of another host's addresses succeeds.
     *
     * @throws IOException if they are no addresses
     */
    public static boolean reaches(String addresses) throws IOException {
        return SocketAddresses.parseAll(addresses).stream().anyMatch(ConnectCheck::connects);
    }

    private static boolean connects(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
