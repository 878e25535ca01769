package org.jmpi.comm.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
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

    @Tag("full")
    @Test
    void aLimitOfOpenFilesIsNamedSoon() {
        long start = System.nanoTime();
        IOException failure = assertThrows(
                IOException.class, () -> connect(LONG, Integer.MAX_VALUE, new SocketException("Too many open files")));
        assertTrue(failure.getMessage().contains("ulimit -n"), failure.getMessage());
        assertTrue(System.nanoTime() - start < LONG);
    }

    // ---- Several addresses ----

    private static List<InetSocketAddress> addresses(int count) {
        List<InetSocketAddress> all = new ArrayList<>();
        for (int i = 0; i < count; i++) all.add(new InetSocketAddress("10.0.0." + i, 80));
        return all;
    }

    @Test
    void anAddressThatNoAttemptWouldReachIsLeftOut() throws IOException {
        List<Integer> tried = new ArrayList<>();
        String made = ConnectRetry.connect(10_000_000_000L, addresses(3), new ConnectFailures(), (address, left) -> {
            int last = address.getAddress().getAddress()[3];
            tried.add(last);
            if (last == 0) throw new ConnectException("Connection refused");
            if (last == 1 || tried.size() < 5) throw new IOException("busy");
            return "made by " + last;
        });
        assertEquals("made by 2", made);
        assertEquals(List.of(0, 1, 2, 1, 2), tried.subList(0, 5));
    }

    @Test
    void theFailureOfEachAddressIsTold() {
        RefusedException failure = assertThrows(
                RefusedException.class,
                () -> ConnectRetry.connect(10_000_000_000L, addresses(2), new ConnectFailures(), (a, left) -> {
                    throw new ConnectException("Connection refused");
                }));
        String advice =
                "; let the firewalls of both hosts pass these ports (--ports), or choose other interfaces (--iface)";
        assertEquals("10.0.0.0:80: Connection refused; 10.0.0.1:80: Connection refused" + advice, failure.getMessage());
        IOException late = assertThrows(
                IOException.class,
                () -> ConnectRetry.connect(1, addresses(2), new ConnectFailures(", or walk"), (a, left) -> {
                    throw new SocketTimeoutException("Connect timed out");
                }));
        assertEquals("10.0.0.0:80: no answer; 10.0.0.1:80: no answer" + advice + ", or walk", late.getMessage());
        RefusedException other = assertThrows(
                RefusedException.class,
                () -> ConnectRetry.connect(1, addresses(1), new ConnectFailures(", or walk"), (a, left) -> {
                    throw new RefusedException("it relays");
                }));
        assertEquals("it relays", other.getMessage());
    }
}
