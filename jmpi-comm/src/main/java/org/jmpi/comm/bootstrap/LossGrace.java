package org.jmpi.comm.bootstrap;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The time that a rank which lost a peer gives its launcher to end it, before it fails by itself: what became of that peer
 * is the cause that a user should see.
 */
final class LossGrace {
    /** The time in ns in which all ranks of a failed job end. */
    private static final long NANOS = 1_000_000_000L;

    /** When the first peer was seen to be gone; 0 while none is. */
    private final AtomicLong firstGone = new AtomicLong();

    void begin() {
        firstGone.compareAndSet(0, System.nanoTime() | 1);
    }

    /** Returns when nobody ended this process in good time, at once if no peer is gone. */
    void await() {
        long gone = firstGone.get();
        if (gone != 0) awaitEnd(gone);
    }

    /** Waits to be ended, since a moment of {@link System#nanoTime}. */
    static void awaitEnd(long since) {
        boolean interrupted = false;
        for (long left = left(since); left > 0; left = left(since)) {
            LockSupport.parkNanos(left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private static long left(long since) {
        return since + NANOS - System.nanoTime();
    }
}
