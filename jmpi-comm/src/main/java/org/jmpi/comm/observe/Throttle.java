package org.jmpi.comm.observe;

import java.util.function.LongSupplier;

/**
 * Keeps the number of events per second near a limit, as {@code throttle} of JDK Flight Recorder does: above the limit
 * only every 2^k-th event passes.
 *
 * <p>Several threads may use it. They then lose counts to each other, which changes nothing but the precision.
 */
final class Throttle {
    private static final long WINDOW_NANOS = 50_000_000;

    private final LongSupplier clock;

    /** How many events may pass in a window. */
    private final long most;

    /** One event less than those of which one passes: a power of two less 1. */
    private int mask;

    private int next;
    private long passed;
    private long windowStart;

    /**
     * @param perSecond how many events may pass in a second; 0 for any number
     * @param clock returns the time in ns; looked at once for as many events as may pass in a window
     */
    Throttle(long perSecond, LongSupplier clock) {
        this.clock = clock;
        most = perSecond == 0 ? Long.MAX_VALUE : Math.max(1, perSecond * WINDOW_NANOS / 1_000_000_000L);
        windowStart = clock.getAsLong();
    }

    /** Returns how many events the next one stands for; 0 if it does not pass. */
    int weigh() {
        return weigh(next++);
    }

    /** Returns how many events one stands for; 0 if it does not pass. Those whose numbers are alike pass alike. */
    int weigh(long number) {
        int now = mask;
        if ((number & now) != 0) return 0;
        if (++passed > most) adapt(clock.getAsLong());
        return now + 1;
    }

    /** Adapts to more events in a window than may pass. */
    private void adapt(long now) {
        if (now - windowStart >= WINDOW_NANOS) {
            tick(now);
        } else if (mask < Integer.MAX_VALUE >> 1) {
            mask = mask * 2 + 1;
            passed /= 2;
        }
    }

    /**
     * Adapts to the number of events since the last time, unless that was a moment ago.
     *
     * @param now in ns
     */
    void tick(long now) {
        long elapsed = now - windowStart;
        if (elapsed < WINDOW_NANOS) return;
        // As a double: the product of an hour of events would not fit into a long.
        double perWindow = (double) passed * (mask + 1) * WINDOW_NANOS / elapsed;
        int needed = 0;
        while (perWindow / (needed + 1) > most) needed = needed * 2 + 1;
        mask = needed;
        passed = 0;
        windowStart = now;
    }
}
