package org.jmpi.comm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.transport.FlakyRelay;
import org.jmpi.comm.transport.Flood;
import org.jmpi.comm.trust.Admission;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.RefusedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LauncherServerTest {
    private final JobSecret secret = JobSecret.create();
    private final RecordingListener listener = new RecordingListener();
    private final List<Socket> strangers = new ArrayList<>();
    private LauncherServer server;

    @BeforeEach
    void open() throws IOException {
        server = open(0);
    }

    private LauncherServer open(int port) throws IOException {
        return LauncherServer.open(loopback(port), Set.of(0), secret, new LaunchedRanks(1, listener));
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @AfterEach
    void close() throws IOException {
        for (Socket stranger : strangers) stranger.close();
        server.close();
    }

    private Socket stranger() throws IOException {
        Socket socket =
                new Socket(server.address().getAddress(), server.address().getPort());
        strangers.add(socket);
        return socket;
    }

    private void joinAsRankZero() throws Exception {
        joinAsRankZero(server.address());
    }

    private void joinAsRankZero(InetSocketAddress address) throws Exception {
        LaunchEnvironment environment = new LaunchEnvironment(0, 1, 1, 1, "test", secret, address, "none");
        ProcessEnd ending = (code, line) -> {};
        JmpiConfig config = JmpiConfig.load(new Properties(), Map.of());
        try (LauncherLink link = LauncherLink.connect(environment, config.connectNanos(), () -> "", () -> {}, ending)) {
            KeyValues mine = new KeyValues().put("key", new byte[] {7});
            assertEquals(Map.of(0, mine), link.fence(mine, 60_000_000_000L));
            listener.expect("Fence of 0 from here ");
        }
        listener.expect("disconnected 0");
    }

    private static void assertHungUp(Socket socket) throws IOException {
        socket.setSoTimeout(30_000);
        assertEnds(socket);
    }

    private static void assertEnds(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        try {
            while (in.read() >= 0) continue;
        } catch (SocketException reset) {
            assertTrue(reset.getMessage().contains("reset"), reset.getMessage());
        }
    }

    @Test
    void saysThatAPortIsInUse() {
        assertThrows(BindException.class, () -> open(server.address().getPort()));
    }

    @Test
    void itsPortIsFreeWhenItIsClosed() throws IOException {
        int port = server.address().getPort();
        for (int i = 0; i < 100; i++) {
            server.close();
            server = open(port);
        }
        assertEquals(port, server.address().getPort());
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1\r\nHost: localhost\r\nAccept: everything there is\r\n\r\n", "x"})
    void dropsWhoeverIsNoRank(String greeting) throws Exception {
        Socket stranger = stranger();
        stranger.getOutputStream().write(greeting.repeat(100).getBytes());
        assertHungUp(stranger);
        joinAsRankZero();
    }

    @Test
    void dropsWhoeverDoesNotKnowThePassword() throws Exception {
        InetSocketAddress address = server.address();
        assertThrows(
                RefusedException.class, () -> ControlSocket.connect(address, 0, JobSecret.create(), 30_000_000_000L));
        joinAsRankZero();
    }

    @Test
    void aRankHangsUpOnALauncherThatOnlyRepeatsWhatItHears() throws Exception {
        try (ServerSocket impostor = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> echo = CompletableFuture.runAsync(() -> {
                try (Socket rank = impostor.accept()) {
                    byte[] hello = rank.getInputStream().readNBytes(48);
                    rank.getOutputStream().write(hello, 16, 32);
                    rank.getInputStream().read();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            InetSocketAddress address = (InetSocketAddress) impostor.getLocalSocketAddress();
            LaunchEnvironment environment = new LaunchEnvironment(0, 1, 1, 1, "test", secret, address, "none");
            JmpiConfig config = JmpiConfig.load(new Properties(), Map.of());
            CommException refusal = assertThrows(
                    CommException.class,
                    () -> LauncherLink.connect(environment, config.connectNanos(), () -> "", () -> {}, (c, r) -> {}));
            assertTrue(refusal.getMessage().contains("does not know this job's secret"), refusal.getMessage());
            echo.get();
        }
    }

    /** The exception goes to the handler of its thread, which prints it. */
    @Test
    void aListenerThatFailsSeesTheRankLeave() throws Exception {
        BlockingQueue<Integer> left = new LinkedBlockingQueue<>();
        server.close();
        server = LauncherServer.open(loopback(0), Set.of(0), secret, new LauncherListener() {
            @Override
            public void connected(int first, ControlConnection connection) {}

            @Override
            public void received(int first, ControlMessage.ToLauncher message) {
                throw new IllegalStateException("the listener of a test fails");
            }

            @Override
            public void disconnected(int first) {
                left.add(first);
            }
        });
        try (ControlSocket rank = ControlSocket.connect(server.address(), 0, secret, 30_000_000_000L)) {
            rank.send(new ControlMessage.Note("malformed"));
            assertEquals(0, left.take());
            assertThrows(IOException.class, rank::receive);
        }
    }

    @Test
    void dropsWhoeverSendsAByteNowAndThen() throws Exception {
        server.close();
        server = LauncherServer.open(loopback(0), Set.of(0), secret, new LaunchedRanks(1, listener), 2_000_000_000L);
        Socket slow = stranger();
        OutputStream out = slow.getOutputStream();
        long start = System.nanoTime();
        slow.setSoTimeout(200);
        while (true) {
            try {
                out.write('J');
                if (slow.getInputStream().read() < 0) break;
            } catch (SocketTimeoutException stillOpen) {
                assertTrue(System.nanoTime() - start < 30_000_000_000L, "held for 30 s");
            } catch (SocketException hungUp) {
                break;
            }
        }
        joinAsRankZero();
    }

    @Test
    @Tag("full")
    void aRankMayTakeItsTimeForItsProof() throws Exception {
        Socket busy = stranger();
        busy.setSoTimeout(12_000);
        assertThrows(SocketTimeoutException.class, () -> busy.getInputStream().read());
    }

    @Test
    void aCrowdOfStrangersDoesNotKeepARankOut() throws Exception {
        int crowd = new Admission<Socket>(1, stranger -> {}).most() + 50;
        for (int i = 0; i < crowd; i++) stranger();
        joinAsRankZero();
        // Too short for the time limit of the handshake: it is their number that drops some.
        int dropped = 0;
        for (Socket stranger : strangers) if (isDropped(stranger)) dropped++;
        assertTrue(dropped >= 50, dropped + " of " + crowd + " dropped");
    }

    private static boolean isDropped(Socket stranger) throws IOException {
        stranger.setSoTimeout(10);
        try {
            assertEnds(stranger);
            return true;
        } catch (SocketTimeoutException stillOpen) {
            return false;
        }
    }

    @Test
    void aRankJoinsAmongAFloodOfStrangers() throws Exception {
        try (Flood flood = new Flood(List.of(server.address()))) {
            joinAsRankZero();
            assertTrue(flood.opened() > 0);
        }
    }

    @Test
    void aRankThatIsDroppedInAnyWayConnectsAgain() throws Exception {
        try (FlakyRelay relay = new FlakyRelay(server.address())) {
            joinAsRankZero(relay.address());
        }
    }
}
