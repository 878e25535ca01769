package org.jmpi.comm.transport;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A lock for a few dozen instructions: waiting threads spin, and then yield because the holder may have lost its core.
 * Not reentrant.
 */
public final class SpinLock {
    private static final int SPINS = 64;
    private static final int FREE = 0;
    private static final int HELD = 1;

    /**
     * Not an AtomicBoolean: that goes by a VarHandle, of which C1 makes 2.6 KB of code wherever a lock is taken or let
     * go.
     */
    private final AtomicInteger state = new AtomicInteger(FREE);

    /** Makes a free lock. */
    public SpinLock() {}

    /** Takes the lock, as soon as it is free. */
    public void lock() {
        for (int spins = 0; !state.compareAndSet(FREE, HELD); spins++) {
            if (spins < SPINS) Thread.onSpinWait();
            else Thread.yield();
        }
    }

    /** {@return whether the calling thread has the lock now, because it was free} */
    public boolean tryLock() {
        return state.get() == FREE && state.compareAndSet(FREE, HELD);
    }

    /** Releases the lock. */
    public void unlock() {
        // A release is enough: no thread waits for this lock in a way that needs a wake-up.
        state.setRelease(FREE);
    }
}
