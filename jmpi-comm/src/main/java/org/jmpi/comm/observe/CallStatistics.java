package org.jmpi.comm.observe;

import javax.management.ConstructorParameters;

/** Counts the calls of one name and their waits: an attribute of {@link RankMXBean}. */
public final class CallStatistics {
    private final long count;
    private final long waits;
    private final long waitTime;

    /**
     * Makes the statistics.
     *
     * @param count how often the program has made the call
     * @param waits how often the program has waited in it
     * @param waitTime how long the program has waited in it, in ns
     */
    @ConstructorParameters({"count", "waits", "waitTime"})
    public CallStatistics(long count, long waits, long waitTime) {
        this.count = count;
        this.waits = waits;
        this.waitTime = waitTime;
    }

    /** {@return how often the program has made the call; 0 of a call that completes operations} */
    public long getCount() {
        return count;
    }

    /** {@return how often the program has waited in it; each collective operation counts as a wait} */
    public long getWaits() {
        return waits;
    }

    /** {@return how long the program has waited in it, in ns} */
    public long getWaitTime() {
        return waitTime;
    }
}
