package org.jmpi.comm.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConnectRetryTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long LONG = 50 * SECOND;

    private static String connect(long nanos, int failures, IOException failure) throws IOException {
        AtomicInteger attempts = new AtomicInteger();
        return ConnectRetry.connect(nanos, left -> {
            assertTrue(left > 0 && left <= nanos, () -> "time left: " + left);
            if (attempts.getAndIncrement() < failures) throw failure;
            return "connected";
        });
    }

    @Test
    void whateverBreaksIsFollowedByAnotherAttempt() throws Exception {
        for (IOException failure : List.of(
                new EOFException("it hung up"),
                new SocketException("Connection reset"),
                new SocketException("Broken pipe"),
                new SocketTimeoutException("Connect timed out"),
                new ConnectException("Connection timed out"),
                new BindException("Cannot assign requested address"),
                new NoRouteToHostException("No route to host"),
                new SocketException("Too many open files"),
                new IOException("it answered 7 to the proof"),
                new IOException())) assertEquals("connected", connect(LONG, 3, failure), failure.toString());
    }

    @Test
    void whatNoAttemptMendsIsReportedAtOnce() {
        for (IOException failure : List.of(
                new RefusedException("it does not know this job's secret"),
                new ConnectException("Connection refused"),
                new UnknownHostException("nowhere"),
                new SocketException("Network is unreachable"),
                new IOException("could not connect", new RefusedException("another job's"))))
            assertSame(failure, assertThrows(IOException.class, () -> connect(LONG, 1, failure)));
    }

    @Test
    void anInterruptedThreadConnectsAndStaysInterrupted() throws Exception {
        Thread.currentThread().interrupt();
        assertEquals("connected", connect(LONG, 3, new EOFException()));
        assertTrue(Thread.interrupted());
    }

    @Test
    void theTimeIsLimited() {
        long start = System.nanoTime();
        IOException failure = assertThrows(
                IOException.class, () -> connect(SECOND / 4, Integer.MAX_VALUE, new EOFException("it hung up")));
        assertTrue(
                failure.getMessage().matches("it hung up, at the last of \\d+ attempts within \\d+ ms"),
                failure.getMessage());
        assertTrue(System.nanoTime() - start < 30 * SECOND);
    }

    @Test
    void aLimitOfOpenFilesIsNamedSoon() {
        long start = System.nanoTime();
        IOException failure = assertThrows(
                IOException.class, () -> connect(LONG, Integer.MAX_VALUE, new SocketException("Too many open files")));
        assertTrue(failure.getMessage().contains("ulimit -n"), failure.getMessage());
        assertTrue(System.nanoTime() - start < LONG);
    }
}
