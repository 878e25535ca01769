package org.jmpi.comm.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class AuthenticatedServerTest {
    private static final String PROTOCOL = "JMPItst1";
    private static final long LIMIT_NANOS = 30_000_000_000L;
    private static final int ACCEPTOR = 5;
    private static final int REFUSED = 7;
    private static final int MALFORMED = 8;

    private final JobSecret secret = JobSecret.create();
    private final BlockingQueue<Integer> served = new LinkedBlockingQueue<>();
    private final Semaphore entered = new Semaphore(0);
    private volatile CountDownLatch held = new CountDownLatch(0);
    private final AuthenticatedServer<Integer> server = new AuthenticatedServer<>("test", 1, this::greet, served::add);
    private final List<Socket> sockets = new ArrayList<>();
    private final ServerSocket first;
    private final ServerSocket second;

    AuthenticatedServerTest() throws IOException {
        first = listen();
        second = listen();
    }

    private ServerSocket listen() throws IOException {
        ServerSocket port = new ServerSocket(0, server.most(), InetAddress.getLoopbackAddress());
        server.accept(port);
        return port;
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        for (Socket socket : sockets) socket.close();
    }

    private Integer greet(Socket socket, Admission<Socket> admission) throws IOException {
        entered.release();
        try {
            held.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        return admit(socket, admission);
    }

    private Integer admit(Socket socket, Admission<Socket> admission) throws IOException {
        Handshake handshake = Handshake.acceptor(PROTOCOL, ACCEPTOR, Proof.hmac(secret));
        int rank = SocketCarrier.accept(
                handshake, socket, socket.getInputStream(), socket.getOutputStream(), LIMIT_NANOS, admission);
        if (rank == MALFORMED) throw new IllegalArgumentException("rank " + rank + " makes no sense");
        if (rank != REFUSED) return rank;
        socket.close();
        return null;
    }

    private Socket connect(ServerSocket port, int rank, JobSecret known) throws IOException {
        Handshake handshake = Handshake.initiator(PROTOCOL, rank, ACCEPTOR, Proof.hmac(known));
        Socket socket = new Socket();
        sockets.add(socket);
        InetSocketAddress address = (InetSocketAddress) port.getLocalSocketAddress();
        return SocketCarrier.connect(socket, address, connected -> handshake, LIMIT_NANOS);
    }

    private Socket stranger() throws IOException {
        Socket socket = new Socket(first.getInetAddress(), first.getLocalPort());
        sockets.add(socket);
        return socket;
    }

    private static void assertHungUp(Socket socket) throws IOException {
        socket.setSoTimeout(30_000);
        try {
            while (socket.getInputStream().read() >= 0) continue;
        } catch (SocketException reset) {
            assertTrue(reset.getMessage().contains("reset"), reset.getMessage());
        }
    }

    private Integer served() throws InterruptedException {
        return served.poll(30, TimeUnit.SECONDS);
    }

    @Test
    void servesWhoKnowsTheSecretAtEachPort() throws Exception {
        connect(first, 1, secret);
        assertEquals(1, served());
        connect(second, 2, secret);
        assertEquals(2, served());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "JMPItst1", "JMPItst2 of another version", "x"})
    void dropsAStrangerUnserved(String bytes) throws Exception {
        Socket stranger = stranger();
        stranger.getOutputStream().write(bytes.repeat(100).getBytes());
        assertHungUp(stranger);
        assertThrows(RefusedException.class, () -> connect(first, 3, JobSecret.create()));
        connect(first, 1, secret);
        assertEquals(1, served());
        assertNull(served.poll());
    }

    @Test
    void dropsAConnectionThatEndsInItsHello() throws Exception {
        Socket stranger = stranger();
        stranger.getOutputStream().write(PROTOCOL.getBytes());
        stranger.shutdownOutput();
        assertHungUp(stranger);
        assertNull(served.poll());
    }

    @ParameterizedTest
    @ValueSource(ints = {REFUSED, MALFORMED})
    void servesOthersAfterAGreetingThatFails(int rank) throws Exception {
        assertHungUp(connect(first, rank, secret));
        connect(first, 1, secret);
        assertEquals(1, served());
        assertNull(served.poll());
    }

    /** Dropped connections count, too, as long as their threads are there. */
    @Test
    void aCrowdHasALimitedNumberOfThreads() throws Exception {
        held = new CountDownLatch(1);
        // The thread of the second port waits for a connection, with the place of one.
        int most = 2 * server.most() - 1;
        for (int i = 0; i < most + 50; i++) stranger();
        assertTrue(entered.tryAcquire(most, 30, TimeUnit.SECONDS), entered + " of " + most);
        assertFalse(entered.tryAcquire(1, 200, TimeUnit.MILLISECONDS), "more than " + most + " threads");
        held.countDown();
        // Strangers who come meanwhile may take its place: then a process of the job tries again.
        ConnectRetry.connect(LIMIT_NANOS, left -> connect(second, 1, secret));
        assertEquals(1, served());
    }

    @Test
    void closingHangsUpStrangersAndFreesThePorts() throws Exception {
        Socket admitted = connect(first, 1, secret);
        assertEquals(1, served());
        Socket stranger = stranger();
        server.close();
        assertHungUp(stranger);
        assertFalse(admitted.isInputShutdown());
        admitted.getOutputStream().write(1);
        new ServerSocket(first.getLocalPort(), 1, first.getInetAddress()).close();
    }

    @Test
    void aPortOfAClosedServerServesNobody() throws Exception {
        server.close();
        ServerSocket late = listen();
        assertThrows(IOException.class, () -> connect(late, 1, secret));
        assertNull(served.poll());
    }
}
