package org.jmpi.comm.transport;

import java.util.concurrent.locks.LockSupport;

/**
 * The clock and the processor as the threads of a rank see them: above the transports, every wait, wake-up, start of a
 * thread and look at the time goes by this class. It calls the JDK. The simulator among the tests extends it, and so
 * decides which thread runs and what time it is.
 *
 * <p>A process loads no subclass. So the JIT compiler knows each method that is called, and inlines it.
 */
public class Scheduler {
    /** The scheduler of the JDK. */
    public static final Scheduler JDK = new Scheduler();

    /** Creates a scheduler that calls the JDK. */
    protected Scheduler() {}

    /** {@return the time in ns, as {@link System#nanoTime}} */
    public long nanoTime() {
        return System.nanoTime();
    }

    /** Hints that the calling thread spins, as {@link Thread#onSpinWait}. */
    public void onSpinWait() {
        Thread.onSpinWait();
    }

    /** Lets another thread have the core, as {@link Thread#yield}. */
    public void yield() {
        Thread.yield();
    }

    /**
     * Blocks until {@link #unpark} is called, as {@link LockSupport#park(Object)}; may return early.
     *
     * @param blocker names the reason in a thread dump
     */
    public void park(Object blocker) {
        LockSupport.park(blocker);
    }

    /**
     * Blocks until {@link #unpark} is called or the time is over, as {@link LockSupport#parkNanos(Object, long)}; may
     * return early.
     *
     * @param blocker names the reason in a thread dump
     * @param nanos the longest time, in ns
     */
    public void parkNanos(Object blocker, long nanos) {
        LockSupport.parkNanos(blocker, nanos);
    }

    /**
     * Ends the {@link #park} of a thread that is under way, or else its next one. The caller may hold locks.
     *
     * @param thread that parks
     */
    public void unpark(Thread thread) {
        LockSupport.unpark(thread);
    }

    /**
     * {@return a daemon thread, which {@link #start} starts}
     *
     * @param body runs on it
     * @param name of the thread
     */
    public Thread newThread(Runnable body, String name) {
        return new DaemonThread(body, name);
    }

    /**
     * Starts a thread. The caller may hold locks.
     *
     * @param thread from {@link #newThread}
     */
    public void start(Thread thread) {
        thread.start();
    }

    /**
     * Waits for the end of a thread.
     *
     * @param thread has been started
     * @param millis the longest time, in ms
     * @return whether it has ended
     * @throws InterruptedException if the calling thread is interrupted
     */
    public boolean join(Thread thread, long millis) throws InterruptedException {
        thread.join(millis);
        return !thread.isAlive();
    }
}
