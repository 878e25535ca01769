package org.jmpi.comm.progress;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A lock for a few dozen instructions: waiting threads spin, and then yield because the holder may have lost its core.
 * Not reentrant.
 */
final class SpinLock {
    private static final int SPINS = 64;

    private final AtomicBoolean held = new AtomicBoolean();

    void lock() {
        for (int spins = 0; !held.compareAndSet(false, true); spins++) {
            if (spins < SPINS) Thread.onSpinWait();
            else Thread.yield();
        }
    }

    void unlock() {
        // A release is enough: nobody waits for this lock in a way that needs a wake-up.
        held.setRelease(false);
    }
}
