package org.jmpi.comm.transport;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock for a few dozen instructions: waiting threads spin, and then yield because the holder may have lost its core.
 * Not reentrant.
 */
public final class SpinLock {
    private static final int SPINS = 64;

    private static final VarHandle HELD = held();

    @SuppressWarnings("unused") // by HELD
    private volatile boolean held;

    /** Makes a lock that nobody holds. */
    public SpinLock() {}

    private static VarHandle held() {
        try {
            return MethodHandles.lookup().findVarHandle(SpinLock.class, "held", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Takes the lock, as soon as nobody holds it. */
    public void lock() {
        for (int spins = 0; !HELD.compareAndSet(this, false, true); spins++) {
            if (spins < SPINS) Thread.onSpinWait();
            else Thread.yield();
        }
    }

    /** Lets go of the lock. */
    public void unlock() {
        // A release is enough: nobody waits for this lock in a way that needs a wake-up.
        HELD.setRelease(this, false);
    }
}
