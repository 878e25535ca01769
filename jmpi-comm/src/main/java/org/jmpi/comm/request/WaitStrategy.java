package org.jmpi.comm.request;

import org.jmpi.comm.config.JmpiConfig;

/**
 * How a thread waits: it spins briefly, then yields its core, then blocks.
 *
 * <p>A thread that shares its core with another rank must not spin, and one that has a core to itself must not sleep at
 * once: waking it takes longer than most messages. Between the two, a yield costs about a microsecond.
 */
public final class WaitStrategy {
    /** A state for {@link #pause}: nothing has been waited for yet. */
    public static final long START = 0;

    /** A state for {@link #pause}: it is time to block. */
    public static final long BLOCK = -1;

    private static final long SPINS = 100;
    private static final long ORIGIN = System.nanoTime();

    private final boolean crowded;
    private final long spinNanos;
    private final long yieldNanos;

    /**
     * @param ranks how many ranks run on this host
     * @param cores how many processors they have
     */
    public WaitStrategy(JmpiConfig config, int ranks, int cores) {
        this.crowded = ranks > cores;
        this.spinNanos = config.spinNanos();
        this.yieldNanos = config.yieldNanos();
    }

    /**
     * Lets a moment pass.
     *
     * @param state {@link #START}, or what the previous call of this wait returned
     * @return the state for the next call; {@link #BLOCK} if the thread should block instead
     */
    public long pause(long state) {
        if (state < SPINS) {
            Thread.onSpinWait();
            return state + 1;
        }
        long now = System.nanoTime() - ORIGIN + SPINS;
        long since = state == SPINS ? now : state;
        long waited = now - since;
        if (waited > yieldNanos) return BLOCK;
        if (crowded || waited > spinNanos) Thread.yield();
        else Thread.onSpinWait();
        return Math.max(since, SPINS + 1);
    }
}
