package org.jmpi.comm.control;

import java.util.function.LongSupplier;
import org.jmpi.comm.transport.Scheduler;

/**
 * Measures for how long a process did not run: its host was frozen or suspended. Threads that wake periodically look at
 * the clock. Two looks in a row that are far apart are a stall.
 *
 * <p>A host that was frozen for longer than the bound of failures was declared failed by the others. They may have
 * ended before it goes on, and a connection that waits for answers, as those of {@code rmi} do, then brings no notice.
 */
public final class StallDetector {
    /** That of this process. */
    public static final StallDetector OF_PROCESS = new StallDetector(Scheduler.JDK::nanoTime);

    private static final long LEAST_NANOS = 1_000_000_000L;

    private final LongSupplier clock;
    private int watches;
    private long last;
    private long nanos;
    private long end;

    /** @param clock in ns */
    public StallDetector(LongSupplier clock) {
        this.clock = clock;
    }

    /** One thread that looks at the clock. While none does, no stall is found. */
    public final class ClockWatch implements AutoCloseable {
        private ClockWatch() {}

        /** Looks; at least every half second. */
        public void look() {
            StallDetector.this.look();
        }

        @Override
        public void close() {
            synchronized (StallDetector.this) {
                watches--;
            }
        }
    }

    /** {@return a watch of the calling thread} */
    public synchronized ClockWatch watch() {
        if (watches++ == 0) last = clock.getAsLong();
        else look();
        return new ClockWatch();
    }

    private synchronized void look() {
        long now = clock.getAsLong();
        long gap = now - last;
        last = now;
        if (gap < LEAST_NANOS || gap < nanos && isRecent()) return;
        nanos = gap;
        end = now;
    }

    /** A stall has effects for about as long as it lasted. */
    private boolean isRecent() {
        return last - end <= nanos;
    }

    /** {@return for how long in ns this process did not run; 0 if it did, or has run again for as long} */
    public synchronized long nanos() {
        if (watches == 0) return 0;
        look();
        return isRecent() ? nanos : 0;
    }
}
