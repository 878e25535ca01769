package org.jmpi.comm.operation;

/**
 * The first calling thread, which uses plain fields where all others use atomics. Without it a message of 8 bytes takes
 * 122 instead of 114 ns of work ({@code MessageBenchmark}, requests alone).
 */
public final class FirstThread {
    /** Set once. A thread that reads a stale null decides under the monitor. */
    private Thread first;

    /** Makes one that no thread has called yet. */
    public FirstThread() {}

    /** {@return whether the calling thread is the one that called this first} */
    public boolean isCurrent() {
        Thread current = Thread.currentThread();
        Thread seen = first;
        return seen == current || seen == null && claim(current);
    }

    private synchronized boolean claim(Thread current) {
        if (first == null) first = current;
        return first == current;
    }
}
