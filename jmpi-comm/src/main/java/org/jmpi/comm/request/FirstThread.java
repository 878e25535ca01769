package org.jmpi.comm.request;

/**
 * The thread that came first: it may have something to itself for which all others need atomic operations. Without it a
 * message of 8 bytes takes 122 instead of 114 ns of work ({@code MessageBenchmark}, requests alone).
 */
public final class FirstThread {
    /** Set once. Whoever sees null here, though another thread was first, finds out by the monitor. */
    private Thread first;

    /** Makes one that no thread has come to. */
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
