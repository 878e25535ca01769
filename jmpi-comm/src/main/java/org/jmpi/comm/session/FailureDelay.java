package org.jmpi.comm.session;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Delays the failure of a call while this process may be about to end, so that the user sees the cause and not the
 * call's stack: the launcher ends it because of a lost peer, or its JVM ends.
 */
final class FailureDelay {
    /** The time in ns in which the ranks of a job end after the loss of a peer, if no launcher is connected. */
    private static final long LOSS_NANOS = 3_000_000_000L;

    /** The time in ns in which a rank ends after it has reported the reason. */
    private static final long END_NANOS = 1_000_000_000L;

    /** The time in ns between two checks that a launcher is still connected. */
    private static final long LOOK_NANOS = 50_000_000L;

    private final long nanos;

    /** Whether a launcher is connected: it ends this process, at its own pace. */
    private final BooleanSupplier launcher;

    /** The moment of the first reason to delay; 0 before. */
    private final AtomicLong since = new AtomicLong();

    /** Makes a delay for the loss of a peer. */
    FailureDelay(BooleanSupplier launcher) {
        this(LOSS_NANOS, launcher);
    }

    FailureDelay(long nanos) {
        this(nanos, () -> false);
    }

    FailureDelay(long nanos, BooleanSupplier launcher) {
        this.nanos = nanos;
        this.launcher = launcher;
    }

    void begin() {
        since.compareAndSet(0, System.nanoTime() | 1);
    }

    /** Waits until the time is over; returns at once if there is no reason to wait. */
    void await() {
        long first = since.get();
        if (first != 0) awaitUntil(awaitLauncher(first) + nanos);
    }

    /** Waits while a launcher is connected; returns the moment from which none was. */
    private long awaitLauncher(long first) {
        long latest = first;
        while (launcher.getAsBoolean() && !Shutdown.hasBegun()) {
            latest = System.nanoTime();
            awaitUntil(latest + LOOK_NANOS);
        }
        return latest;
    }

    /** Waits for the end of this process, counted from a moment of {@link System#nanoTime}. */
    static void awaitEnd(long since) {
        awaitUntil(since + END_NANOS);
    }

    private static void awaitUntil(long end) {
        boolean interrupted = false;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
