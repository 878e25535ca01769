package org.jmpi.comm.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BlockingHandshakeTest {
    private static final long MAGIC = 0x1234_5678_9ABC_DEF0L;
    private static final long LIMIT_NANOS = 30_000_000_000L;
    private static final int CONNECTOR = 3;
    private static final int ACCEPTOR = 5;

    private final JobSecret secret = JobSecret.create();
    private Socket connecting;
    private Socket accepting;

    @BeforeEach
    void connect() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket listening = new ServerSocket(0, 1, here)) {
            connecting = new Socket(here, listening.getLocalPort());
            accepting = listening.accept();
        }
    }

    @AfterEach
    void close() throws IOException {
        connecting.close();
        accepting.close();
    }

    private static BlockingHandshake over(Socket socket, JobSecret known) throws IOException {
        return new BlockingHandshake(
                socket, socket.getInputStream(), socket.getOutputStream(), MAGIC, known, LIMIT_NANOS);
    }

    /** Accepts at once, and hangs up on whoever is refused. */
    private CompletableFuture<Integer> accept() {
        return CompletableFuture.supplyAsync(() -> {
            try {
                BlockingHandshake handshake = over(accepting, secret);
                int connector = handshake.accept(ACCEPTOR);
                handshake.admit();
                return connector;
            } catch (IOException refusal) {
                closeAccepting();
                throw new UncheckedIOException(refusal);
            }
        });
    }

    private void closeAccepting() {
        try {
            accepting.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertRefused(String why, CompletableFuture<Integer> accepted) {
        ExecutionException refusal = assertThrows(ExecutionException.class, accepted::get);
        assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
    }

    private DataOutputStream greet(int acceptor) throws IOException {
        DataOutputStream out = new DataOutputStream(connecting.getOutputStream());
        out.writeLong(MAGIC);
        out.writeInt(CONNECTOR);
        out.writeInt(acceptor);
        out.write(JobSecret.challenge());
        return out;
    }

    @Test
    void ranksOfOneJobKnowEachOther() throws Exception {
        CompletableFuture<Integer> accepted = accept();
        over(connecting, secret).connect(CONNECTOR, ACCEPTOR);
        assertEquals(CONNECTOR, accepted.get());
    }

    @Test
    void anotherJobsSecretIsRefusedByTheSideThatConnects() throws Exception {
        accept();
        IOException refusal = assertThrows(
                RefusedException.class,
                () -> over(connecting, JobSecret.create()).connect(CONNECTOR, ACCEPTOR));
        assertEquals("it does not know this job's secret", refusal.getMessage());
    }

    @Test
    void theOtherSidesOwnProofIsNone() throws Exception {
        CompletableFuture<Integer> accepted = accept();
        DataOutputStream out = greet(ACCEPTOR);
        byte[] answer = connecting.getInputStream().readNBytes(64);
        out.write(answer, 32, 32);
        assertRefused("it does not know this job's secret", accepted);
    }

    @Test
    void nobodyIsAnsweredWhoWantsAnotherRank() throws Exception {
        CompletableFuture<Integer> accepted = accept();
        greet(ACCEPTOR + 1);
        assertRefused("not meant for rank 5 but for rank 6", accepted);
        assertEquals(0, connecting.getInputStream().readNBytes(64).length);
    }

    @Test
    void theSideThatConnectsIsNotInBeforeTheOtherSideSaysSo() throws Exception {
        CompletableFuture<Integer> accepted = CompletableFuture.supplyAsync(() -> {
            try {
                return over(accepting, secret).accept(ACCEPTOR);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                closeAccepting();
            }
        });
        assertThrows(IOException.class, () -> over(connecting, secret).connect(CONNECTOR, ACCEPTOR));
        assertEquals(CONNECTOR, accepted.get());
    }
}
