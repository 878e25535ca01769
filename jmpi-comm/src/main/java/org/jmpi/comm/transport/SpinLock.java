package org.jmpi.comm.transport;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A lock for a few dozen instructions: waiting threads spin, and then yield because the holder may have lost its core.
 * Not reentrant.
 */
public final class SpinLock {
    private static final int SPINS = 64;

    private final AtomicBoolean held = new AtomicBoolean();

    /** Makes a lock that nobody holds. */
    public SpinLock() {}

    /** Takes the lock, as soon as nobody holds it. */
    public void lock() {
        for (int spins = 0; !held.compareAndSet(false, true); spins++) {
            if (spins < SPINS) Thread.onSpinWait();
            else Thread.yield();
        }
    }

    /** Lets go of the lock. */
    public void unlock() {
        // A release is enough: nobody waits for this lock in a way that needs a wake-up.
        held.setRelease(false);
    }
}
