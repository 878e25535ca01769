package org.jmpi.transport.rmi;

/**
 * How the thread that sends waits. It first yields its core for a while, since to wake it would take longer than a message;
 * then it blocks. It blocks at once if it has lost its core to somebody else's work lately, who would keep it for a time slice.
 * It never spins: the core that it has may be the one that the rank's program wants. For one thread.
 */
final class Patience {
    /** Some times what a message takes: longer, and the threads of a rank with many peers only yield to each other. */
    private static final long MOST_NANOS = 50_000;

    private static final long PREEMPTED_NANOS = 100_000;
    private static final int WAITS_AFTER_PREEMPTION = 64;

    private final long nanos;
    private long start;
    private int toBlock;

    /**
     * @param yieldNanos for how long threads may yield before they block
     */
    Patience(long yieldNanos) {
        nanos = Math.min(yieldNanos, MOST_NANOS);
    }

    /** Begins a wait. */
    void begin() {
        if (toBlock > 0) toBlock--;
        start = System.nanoTime();
    }

    /** Lets a moment pass; returns false instead if it is time to block. */
    boolean lasts() {
        long before = System.nanoTime();
        if (toBlock > 0 || before - start >= nanos) return false;
        Thread.yield();
        if (System.nanoTime() - before > PREEMPTED_NANOS) toBlock = WAITS_AFTER_PREEMPTION;
        return true;
    }
}
