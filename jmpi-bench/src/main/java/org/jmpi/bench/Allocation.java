package org.jmpi.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Heap that has been allocated so far, as the JVM counts it per thread.
 *
 * @param thread bytes allocated by the calling thread
 * @param process bytes allocated by all threads that are alive
 */
record Allocation(long thread, long process) {
    /** Reads the counters; that itself allocates, so two readings in a row differ by what a reading costs. */
    static Allocation now() {
        ThreadMXBean threads = counters();
        long process = 0;
        for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) process += Math.max(0, bytes);
        return new Allocation(
                threads.getThreadAllocatedBytes(Thread.currentThread().getId()), process);
    }

    /** Says whether this JVM counts allocations. */
    static boolean isCounted() {
        return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
                && threads.isThreadAllocatedMemorySupported()
                && threads.isThreadAllocatedMemoryEnabled();
    }

    /** Returns what this is more than another. */
    Allocation minus(Allocation other) {
        return new Allocation(thread - other.thread, process - other.process);
    }

    private static ThreadMXBean counters() {
        return (ThreadMXBean) ManagementFactory.getThreadMXBean();
    }
}
