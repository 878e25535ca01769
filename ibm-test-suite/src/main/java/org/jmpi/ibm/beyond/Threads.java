package org.jmpi.ibm.beyond;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntConsumer;

/** Threads of one rank. */
public final class Threads {
    private Threads() {}

    /**
     * Runs a body in several threads at once, each of which is given its number. Returns when all have ended, or fails
     * as soon as one has failed.
     */
    public static void run(int number, IntConsumer body) {
        BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
        for (int i = 0; i < number; i++) {
            int own = i;
            Thread thread = new Thread(() -> outcomes.add(outcome(own, body)), "thread " + own);
            // A thread that waits for a failed one must not keep the rank alive.
            thread.setDaemon(true);
            thread.start();
        }
        for (int i = 0; i < number; i++) next(outcomes).check();
    }

    /** How a thread ended. */
    private record Outcome(int thread, Throwable failure) {
        void check() {
            if (failure != null) throw new AssertionError("thread " + thread + " failed: " + failure, failure);
        }
    }

    private static Outcome outcome(int thread, IntConsumer body) {
        try {
            body.accept(thread);
            return new Outcome(thread, null);
        } catch (Throwable t) {
            return new Outcome(thread, t);
        }
    }

    private static Outcome next(BlockingQueue<Outcome> outcomes) {
        try {
            return outcomes.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while threads run", e);
        }
    }
}
