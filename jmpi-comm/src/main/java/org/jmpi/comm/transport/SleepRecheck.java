package org.jmpi.comm.transport;

import java.util.function.BooleanSupplier;

/**
 * Makes up for the fences that the fast path does without.
 *
 * <p>One thread stores that something has come and then loads whether a thread sleeps; another stores that it is about
 * to sleep and then loads whether something has come. One of them must see the other. A fence between store and load on
 * both sides makes sure of that, but on the side of the message it costs as much as the message: it waits until the
 * other core has given up the line that was stored to. So there is none on that side. A store may then become visible
 * after the load, but not much later: a store leaves a processor's store buffer when its line has come, and that of
 * each store before it, which takes 0.3 microseconds where cores are far apart; and at the latest when its thread is
 * taken off the core. A thread therefore announces its sleep by a full fence, looks for {@value #NANOS} ns more, and
 * never sleeps longer than {@value #SLEEP_NANOS} ns without another look.
 */
public final class SleepRecheck {
    /** The time in ns for which a thread that is about to sleep keeps looking. */
    public static final long NANOS = 10_000;

    /** The longest sleep without a look, in ns. */
    public static final long SLEEP_NANOS = 100_000_000;

    private SleepRecheck() {}

    /**
     * Looks for something until the recheck is over, and once more: a thread that lost its core in between has not
     * looked.
     *
     * @param scheduler of the rank
     * @param come whether the awaited event has come
     * @return whether it has
     */
    public static boolean recheck(Scheduler scheduler, BooleanSupplier come) {
        long end = scheduler.nanoTime() + NANOS;
        boolean over;
        do {
            over = scheduler.nanoTime() - end >= 0;
            if (come.getAsBoolean()) return true;
            scheduler.onSpinWait();
        } while (!over);
        return false;
    }
}
