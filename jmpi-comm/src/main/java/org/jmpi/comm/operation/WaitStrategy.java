package org.jmpi.comm.operation;

import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.Scheduler;

/**
 * How the threads of a rank wait: they spin briefly, then yield their core, then block.
 *
 * <p>A thread that shares its core with the rank it waits for must not spin, and one that has a core to itself must not
 * sleep at once: waking it takes longer than most messages. Which of the two it is shows when a thread yields. If the
 * call returns at once, no other thread wanted the core; if it takes as long as another rank needs for a message, that
 * rank runs on this core, and spinning only keeps it waiting; if it takes much longer, another program runs there, and
 * yielding again would cost a time slice.
 */
public final class WaitStrategy {
    /** A state for {@link #pause}: nothing has been waited for yet. */
    public static final long START = 0;

    /** A state for {@link #pause}: it is time to block. */
    public static final long BLOCK = -1;

    /** Spins of a thread that only looks at memory, before it looks at the clock, which takes as long as a spin. */
    private static final int UNTIMED_SPINS = 50;

    private static final long PREEMPTED_NANOS = 100_000;
    /** Yields to another rank in a row after which a thread that should have a core of its own looks for one. */
    private static final int LEAST_YIELDS_TO_MOVE = 32;

    private static final int MOST_YIELDS_TO_MOVE = 512;

    private static final long TRUST_NANOS = 250;

    private final Scheduler scheduler;
    private final long origin;
    private final long spinNanos;
    private final boolean coreForEach;
    private final long yieldNanos;
    private final int untimedSpins;
    private final YieldCalibration freeYield = new YieldCalibration();

    /** Read and written by all threads of the rank without order: a lost update costs a few spins. */
    private long spinBudget;

    private int yieldsToRanks;
    private int yieldsToMove = LEAST_YIELDS_TO_MOVE;

    /**
     * Creates the strategy of one rank.
     *
     * @param scheduler of the rank
     * @param config how long to spin and to yield
     * @param ranks how many ranks run on this host; twice as many if each has a thread that must run while another one
     *     waits
     * @param cores how many processors they have
     * @param cheapLooks whether a waiting thread only looks at memory between two pauses, which takes less time than to
     *     look at a clock
     */
    public WaitStrategy(Scheduler scheduler, JmpiConfig config, int ranks, int cores, boolean cheapLooks) {
        this.scheduler = scheduler;
        this.origin = scheduler.nanoTime() - 2 * UNTIMED_SPINS;
        this.spinNanos = ranks > cores ? 0 : config.spinNanos();
        this.coreForEach = ranks <= cores;
        this.yieldNanos = config.yieldNanos();
        this.untimedSpins = cheapLooks && ranks <= cores ? UNTIMED_SPINS : 0;
        this.spinBudget = spinNanos;
    }

    /**
     * Spins or yields, or asks the caller to block, by the time waited so far.
     *
     * @param state {@link #START}, or what the previous call of this wait returned
     * @return the state for the next call; {@link #BLOCK} if the thread should block instead
     */
    public long pause(long state) {
        if (state < untimedSpins && maySpin()) {
            scheduler.onSpinWait();
            return state + 1;
        }
        long now = scheduler.nanoTime() - origin;
        long since = state >= START && state <= untimedSpins ? now : state;
        long waited = now - since;
        if (waited > yieldNanos) return BLOCK;
        if (waited < spinBudget) scheduler.onSpinWait();
        else yieldFrom(now);
        return since;
    }

    /** {@return whether the thread that is waited for seems to have another core} */
    public boolean maySpin() {
        return spinBudget > 0;
    }

    private void yieldFrom(long now) {
        scheduler.yield();
        long away = scheduler.nanoTime() - origin - now;
        if (freeYield.takes(away)) {
            spinBudget = Math.min(spinNanos, spinBudget + TRUST_NANOS);
            yieldsToRanks = 0;
            yieldsToMove = LEAST_YIELDS_TO_MOVE;
        } else if (away < PREEMPTED_NANOS) {
            spinBudget = 0;
            if (coreForEach && ++yieldsToRanks >= yieldsToMove) move();
        } else spinBudget = spinNanos;
    }

    /**
     * Sleeps for a moment, because two ranks share this core though there is one for each. Threads that only yield to
     * each other are left where they are for seconds; one that wakes up is given a core that is free. If that does not
     * help, all cores are taken, and the next attempt comes later.
     */
    private void move() {
        yieldsToRanks = 0;
        yieldsToMove = Math.min(2 * yieldsToMove, MOST_YIELDS_TO_MOVE);
        scheduler.parkNanos(this, 1);
        spinBudget = spinNanos;
    }
}
