package org.jmpi.comm.operation;

/**
 * The time of a yield while no other thread wants the core: a system call, 0.3 to 0.9 microseconds by processor and
 * kernel. A yield that lets another rank run takes five times as long, and 1.6 microseconds at least. The shortest
 * yield so far calibrates the host.
 */
final class YieldCalibration {
    private static final long LEAST_NANOS = 600;
    private static final long MOST_NANOS = 1_500;

    /** Read and written by all threads of the rank without order: a lost update comes again with the next yield. */
    private long limitNanos = MOST_NANOS;

    /** {@return whether no other thread can have run during a yield that took so many ns} */
    boolean takes(long nanos) {
        if (2 * nanos < limitNanos) limitNanos = Math.max(LEAST_NANOS, 2 * nanos);
        return nanos < limitNanos;
    }
}
