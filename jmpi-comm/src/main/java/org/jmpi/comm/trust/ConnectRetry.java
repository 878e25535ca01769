package org.jmpi.comm.trust;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The attempts to connect to one port until the secret is proved, within a limited time.
 *
 * <p>Anybody on the host may open connections to the port. Then the acceptor drops some unproven connections
 * ({@link Admission}), perhaps this one, and the host drops others before they are accepted. So every failure before
 * the end of the proof is followed by another attempt, except one that no attempt would mend: no process listens, the
 * name or the network is unknown, or the other side does not know the secret.
 *
 * <p>The pauses grow from 1 to 100 ms, at random. They stay that short because each attempt has the same chance.
 */
public final class ConnectRetry {
    /**
     * The longest time in ms until the network has made the connection. A host whose queue is full drops the request;
     * the next attempt repeats it sooner than the network does.
     */
    public static final int REACH_MILLIS = 1000;

    /** The longest time in ns for which this process may have no file descriptor left. */
    private static final long DESCRIPTOR_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int DOUBLINGS = 7;
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final long start = System.nanoTime();
    private final long nanos;
    private int failures;

    /**
     * One attempt to connect and to prove the secret.
     *
     * @param <T> the connection
     */
    @FunctionalInterface
    public interface Attempt<T> {
        /**
         * Makes one attempt.
         *
         * @param nanos the time left, in ns
         * @return the connection, over which the secret is proved
         * @throws RefusedException if no other attempt is to follow
         * @throws IOException if it failed
         */
        T make(long nanos) throws IOException;
    }

    /**
     * One attempt to connect to one of several addresses and to prove the secret.
     *
     * @param <T> the connection
     */
    @FunctionalInterface
    public interface AddressAttempt<T> {
        /**
         * Makes one attempt.
         *
         * @param address of the acceptor
         * @param nanos the time left, in ns
         * @return the connection, over which the secret is proved
         * @throws IOException if it failed
         */
        T make(InetSocketAddress address, long nanos) throws IOException;
    }

    /**
     * Begins with the first attempt.
     *
     * @param nanos the longest time for all attempts, in ns
     */
    public ConnectRetry(long nanos) {
        this.nanos = nanos;
    }

    /**
     * Makes attempts on the calling thread, whether it is interrupted or not, until one succeeds.
     *
     * @param nanos the longest time for all attempts, in ns
     * @param attempt makes one
     * @param <T> the connection's class
     * @return what the last attempt returned
     * @throws IOException if the time is over or no attempt would succeed; the message is that of the last attempt
     */
    public static <T> T connect(long nanos, Attempt<T> attempt) throws IOException {
        ConnectRetry retry = new ConnectRetry(nanos);
        while (true) {
            long pause;
            try {
                return attempt.make(retry.leftForAttempt());
            } catch (IOException e) {
                pause = retry.pauseAfter(e);
                if (pause < 0) throw retry.conclude(e);
            }
            sleep(pause);
        }
    }

    /**
     * Makes attempts at several addresses in turn, on the calling thread, until one succeeds. An address at which no
     * attempt would succeed is left out.
     *
     * @param nanos the longest time for all attempts, in ns
     * @param addresses in the order in which they are tried
     * @param failures of the addresses; empty
     * @param attempt makes one
     * @param <T> the connection's class
     * @return what the last attempt returned
     * @throws IOException if the time is over or no attempt would succeed; the message has the failure of each address
     */
    public static <T> T connect(
            long nanos, List<InetSocketAddress> addresses, ConnectFailures failures, AddressAttempt<T> attempt)
            throws IOException {
        ConnectRetry retry = new ConnectRetry(nanos);
        List<InetSocketAddress> left = new ArrayList<>(addresses);
        while (true) {
            for (InetSocketAddress address : List.copyOf(left)) {
                try {
                    return attempt.make(address, retry.leftForAttempt());
                } catch (IOException e) {
                    failures.add(address, e);
                    if (isFinal(e)) left.remove(address);
                }
            }
            if (left.isEmpty()) throw new RefusedException(failures + failures.advice(), failures.last());
            long pause = retry.pause(failures.last());
            if (pause < 0) {
                IOException end = retry.conclude(new IOException(failures.toString()));
                throw new IOException(end.getMessage() + failures.advice(), end);
            }
            sleep(pause);
        }
    }

    private static void sleep(long nanos) {
        boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(nanos);
        if (interrupted) Thread.currentThread().interrupt();
    }

    /**
     * Returns the time left for an attempt: at least a millisecond, also if the pause before took longer than asked
     * for.
     */
    private long leftForAttempt() {
        return Math.max(TimeUnit.MILLISECONDS.toNanos(1), left());
    }

    private long left() {
        return nanos - (System.nanoTime() - start);
    }

    /**
     * {@return the pause before the next attempt, in ns; negative if there is to be none}
     *
     * @param failure of the last attempt
     */
    public long pauseAfter(Throwable failure) {
        long pause = pause(failure);
        return isFinal(failure) ? -1 : pause;
    }

    private long pause(Throwable failure) {
        failures++;
        long least = FIRST_PAUSE_NANOS << Math.min(failures, DOUBLINGS);
        long pause = ThreadLocalRandom.current().nextLong(FIRST_PAUSE_NANOS, Math.min(least, LONGEST_PAUSE_NANOS) + 1);
        boolean over = left() <= pause || nanos - left() > DESCRIPTOR_NANOS && lacksFiles(failure);
        return over ? -1 : pause;
    }

    /**
     * {@return the failure to report: the last one, with the number of attempts if there were several}
     *
     * @param last the failure after which there was no other attempt
     */
    public IOException conclude(IOException last) {
        String advice = lacksFiles(last) ? ": raise the limit of open files (ulimit -n)" : "";
        String attempts = failures == 1 ? "" : ", at the last of " + failures + " attempts within " + millis() + " ms";
        if ((advice + attempts).isEmpty()) return last;
        return new IOException((last.getMessage() == null ? last : last.getMessage()) + advice + attempts, last);
    }

    private long millis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    private static boolean isFinal(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause())
            if (cause instanceof RefusedException
                    || cause instanceof UnknownHostException
                    || cause instanceof ConnectException && !says(cause, "timed out")
                    || says(cause, "etwork is unreachable")) return true;
        return false;
    }

    private static boolean lacksFiles(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause())
            if (says(cause, "Too many open files")) return true;
        return false;
    }

    private static boolean says(Throwable cause, String words) {
        return cause.getMessage() != null && cause.getMessage().contains(words);
    }
}
