package org.jmpi.comm.trust;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jmpi.comm.trust.Handshake.State;
import org.jmpi.comm.trust.Handshake.Verdict;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SocketCarrierTest {
    private static final String PROTOCOL = "JMPItst1";
    private static final long LIMIT_NANOS = 30_000_000_000L;
    private static final int INITIATOR = 3;
    private static final int ACCEPTOR = 5;
    private static final byte[] NEXT = {1, 2, 3, 4, 5};

    private final JobSecret secret = JobSecret.create();
    private final ServerSocket listening;
    private final Socket connecting = new Socket();

    SocketCarrierTest() throws IOException {
        listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        listening.close();
        connecting.close();
    }

    private Socket connect(JobSecret known) throws IOException {
        InetSocketAddress address = (InetSocketAddress) listening.getLocalSocketAddress();
        Handshake handshake = Handshake.initiator(PROTOCOL, INITIATOR, ACCEPTOR, Proof.hmac(known));
        return SocketCarrier.connect(connecting, address, socket -> handshake, LIMIT_NANOS);
    }

    private static void carry(Handshake handshake, Socket socket, long nanos) throws IOException {
        SocketCarrier.carry(handshake, socket, socket.getInputStream(), socket.getOutputStream(), nanos);
    }

    /** Accepts one connection, decides on it, and sends the next protocol's bytes at once. */
    private CompletableFuture<Integer> accept(Verdict verdict) {
        return CompletableFuture.supplyAsync(() -> {
            try (Socket socket = listening.accept()) {
                Handshake handshake = Handshake.acceptor(PROTOCOL, ACCEPTOR, Proof.hmac(secret));
                carry(handshake, socket, LIMIT_NANOS);
                handshake.decide(verdict);
                carry(handshake, socket, LIMIT_NANOS);
                assertEquals(0, socket.getSoTimeout());
                socket.getOutputStream().write(NEXT);
                assertArrayEquals(NEXT, socket.getInputStream().readNBytes(NEXT.length));
                return handshake.initiator();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Test
    void ranksOfOneJobKnowEachOtherAndLeaveTheNextBytes() throws Exception {
        CompletableFuture<Integer> accepted = accept(Verdict.ADMITTED);
        Socket socket = connect(secret);
        assertEquals(0, socket.getSoTimeout());
        assertArrayEquals(NEXT, socket.getInputStream().readNBytes(NEXT.length));
        socket.getOutputStream().write(NEXT);
        assertEquals(INITIATOR, accepted.get());
    }

    @Test
    void bytesThatHaveComeWithAMessageAreNotRead() throws Exception {
        ByteBuffer bytes = ByteBuffer.allocate(48 + NEXT.length);
        Proof proof = Proof.passwords(secret, InetAddress.getLoopbackAddress());
        Handshake.initiator(PROTOCOL, INITIATOR, ACCEPTOR, proof).wrap(bytes);
        ByteArrayInputStream in = new ByteArrayInputStream(bytes.put(NEXT).array());
        Handshake acceptor = Handshake.acceptor(PROTOCOL, ACCEPTOR, proof);
        SocketCarrier.carry(acceptor, connecting, in, OutputStream.nullOutputStream(), LIMIT_NANOS);
        assertEquals(State.NEED_VERDICT, acceptor.state());
        assertArrayEquals(NEXT, in.readAllBytes());
    }

    @Test
    void whoIsRefusedClosesItsSocket() {
        CompletableFuture<Integer> accepted = accept(Verdict.ADMITTED);
        RefusedException refusal = assertThrows(RefusedException.class, () -> connect(JobSecret.create()));
        assertEquals("it does not know this job's secret", refusal.getMessage());
        assertTrue(connecting.isClosed());
        assertThrows(ExecutionException.class, accepted::get);
    }

    @Test
    void aVerdictAgainstTheInitiatorThrowsAtBothSides() {
        CompletableFuture<Integer> accepted = accept(Verdict.REFUSED);
        assertThrows(RefusedException.class, () -> connect(secret));
        ExecutionException refusal = assertThrows(ExecutionException.class, accepted::get);
        assertTrue(refusal.getMessage().contains("takes no connection of this rank"), refusal.getMessage());
    }

    @Test
    void anInitiatorIsNotInBeforeTheVerdict() {
        CompletableFuture<State> proved = CompletableFuture.supplyAsync(() -> {
            try (Socket socket = listening.accept()) {
                Handshake handshake = Handshake.acceptor(PROTOCOL, ACCEPTOR, Proof.hmac(secret));
                carry(handshake, socket, LIMIT_NANOS);
                return handshake.state();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        EOFException end = assertThrows(EOFException.class, () -> connect(secret));
        assertEquals("it hung up", end.getMessage());
        assertEquals(State.NEED_VERDICT, proved.join());
    }

    @Test
    void oneDeadlineIsForAllBytes() throws Exception {
        InetSocketAddress address = (InetSocketAddress) listening.getLocalSocketAddress();
        connecting.connect(address);
        try (Socket socket = listening.accept()) {
            // Each byte in time, so that only the sum can be too long; a hello of 48 bytes never ends.
            CompletableFuture<Void> trickle = CompletableFuture.runAsync(() -> {
                try {
                    OutputStream out = connecting.getOutputStream();
                    for (int i = 0; i < 8; i++) out.write("JMPItst1".charAt(i));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            Handshake handshake = Handshake.acceptor(PROTOCOL, ACCEPTOR, Proof.hmac(secret));
            assertThrows(SocketTimeoutException.class, () -> carry(handshake, socket, 100_000_000L));
            trickle.get();
            assertEquals(40, handshake.missing());
            assertThrows(SocketTimeoutException.class, () -> carry(handshake, socket, 0));
        }
    }
}
