package org.jmpi.comm.bootstrap;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The time that passes before a call fails of a rank that is about to be ended: by the launcher because the rank lost a
 * peer, whose own end is the cause that a user should see, or with its JVM.
 */
final class LossGrace {
    /**
     * The time in ns in which all ranks of a job end that has lost a peer, if no launcher is connected. A call that
     * failed before would show its stack.
     */
    private static final long LOSS_NANOS = 3_000_000_000L;

    /** The time in ns in which a rank is ended that has told why. */
    private static final long END_NANOS = 1_000_000_000L;

    /** How often to look whether a launcher is still connected, in ns. */
    private static final long LOOK_NANOS = 50_000_000L;

    private final long nanos;

    /** Whether a launcher is connected that ends this process, however long that takes. */
    private final BooleanSupplier launcher;

    /** When the first reason came up; 0 while there is none. */
    private final AtomicLong since = new AtomicLong();

    /** A grace for the loss of a peer. */
    LossGrace(BooleanSupplier launcher) {
        this(LOSS_NANOS, launcher);
    }

    LossGrace(long nanos) {
        this(nanos, () -> false);
    }

    LossGrace(long nanos, BooleanSupplier launcher) {
        this.nanos = nanos;
        this.launcher = launcher;
    }

    void begin() {
        since.compareAndSet(0, System.nanoTime() | 1);
    }

    /** Returns when nobody ended this process in good time, at once if there is no reason to. */
    void await() {
        long first = since.get();
        if (first != 0) awaitUntil(awaitLauncher(first) + nanos);
    }

    /** Waits while a launcher may end this process; returns since when none does. */
    private long awaitLauncher(long first) {
        long latest = first;
        while (launcher.getAsBoolean() && !JvmEnd.hasBegun()) {
            latest = System.nanoTime();
            awaitUntil(latest + LOOK_NANOS);
        }
        return latest;
    }

    /** Waits to be ended, since a moment of {@link System#nanoTime}. */
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
