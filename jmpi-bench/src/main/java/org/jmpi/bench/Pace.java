package org.jmpi.bench;

/** How long is measured. */
public enum Pace {
    /** Long enough for figures. */
    FULL(9, 20_000_000, 4_000_000_000L, 1_000_000_000, 200_000_000),
    /** Long enough to see that all works, and about how fast. */
    QUICK(5, 4_000_000, 300_000_000, 30_000_000, 30_000_000);

    private final int batches;
    private final long batchNanos;
    private final long firstWarmUpNanos;
    private final long operationWarmUpNanos;
    private final long warmUpNanos;

    Pace(int batches, long batchNanos, long firstWarmUpNanos, long operationWarmUpNanos, long warmUpNanos) {
        this.batches = batches;
        this.batchNanos = batchNanos;
        this.firstWarmUpNanos = firstWarmUpNanos;
        this.operationWarmUpNanos = operationWarmUpNanos;
        this.warmUpNanos = warmUpNanos;
    }

    /** {@return what {@code --quick} asks for, or else what is long enough for figures} */
    public static Pace of(Options options) {
        return options.has("quick") ? QUICK : FULL;
    }

    /** Returns the number of timed batches of a series: an odd number, for the median. */
    int batches() {
        return batches;
    }

    /**
     * Returns the time in ns of the untimed work before the first series of a rank. On two cores, two ranks leave the
     * JIT compiler so little time that it needs one to four seconds for a send and a receive.
     */
    long firstWarmUpNanos() {
        return firstWarmUpNanos;
    }

    /** Returns the time in ns of the untimed work before the first series of another operation. */
    long operationWarmUpNanos() {
        return operationWarmUpNanos;
    }

    /** Returns the time in ns of the untimed work before each later series. */
    long warmUpNanos() {
        return warmUpNanos;
    }

    /** Returns how many operations to time next, if so many took so long, for a batch that hides the clock. */
    long next(long operations, long nanos) {
        return nanos < batchNanos / 2 ? 2 * operations : Math.max(1, operations * batchNanos / nanos);
    }
}
