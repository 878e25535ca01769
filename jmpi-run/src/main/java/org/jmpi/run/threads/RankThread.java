package org.jmpi.run.threads;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** A rank in a JVM that several ranks share: its main thread, and all threads that this one starts. */
final class RankThread {
    private final Group group;
    private final Thread main;

    /** Whether the rank has called System.exit(0) or Runtime.halt(0). */
    private volatile boolean left;

    /** Whether all that follows from that call has been told. */
    private volatile boolean departed;

    /** Ends with the rank's last non-daemon thread. It belongs to no rank, so it does not keep the rank alive. */
    private final Thread keeper;

    /** Whether the rank's last non-daemon thread has ended. */
    private volatile boolean ended;

    /**
     * @param main what the rank's main thread runs
     * @param failed is asked what to do about what ends other threads of the rank; false leaves it to the JVM
     * @param end what runs when the last thread of the rank that is no daemon has ended
     */
    RankThread(int rank, Runnable main, Predicate<Throwable> failed, Runnable end) {
        this.group = new Group(rank, failed);
        this.main = new Thread(group, main, group.getName());
        this.keeper = new Thread(
                () -> {
                    awaitUserThreads();
                    ended = true;
                    end.run();
                },
                "jmpi-keeper-" + rank);
    }

    /** The threads of a rank. One that outlives the rank fails in silence: with a JVM of its own it would be gone. */
    private final class Group extends ThreadGroup {
        private final int rank;
        private final Predicate<Throwable> failed;

        /** @param failed returns whether it has dealt with what ends a thread */
        Group(int rank, Predicate<Throwable> failed) {
            super("rank " + rank);
            this.rank = rank;
            this.failed = failed;
        }

        @Override
        public void uncaughtException(Thread thread, Throwable failure) {
            if (ended || left || failed.test(failure)) return;
            super.uncaughtException(thread, failure);
        }
    }

    void start() {
        main.start();
        keeper.start();
    }

    private void awaitUserThreads() {
        try {
            for (Thread user = userThread(); user != null; user = userThread()) user.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        }
    }

    private Thread userThread() {
        for (Thread thread : threads()) if (!thread.isDaemon()) return thread;
        return null;
    }

    private List<Thread> threads() {
        Thread[] threads = new Thread[group.activeCount() + 16];
        int count = group.enumerate(threads);
        return Arrays.asList(threads).subList(0, count);
    }

    /** Waits for the rank's end, but not for ever, and returns whether it has come. */
    boolean join(long millis) {
        try {
            keeper.join(millis);
        } catch (InterruptedException e) {
            // The waiting thread is about to end the JVM, and an interrupt asks for the same.
            Thread.yield();
        }
        return !keeper.isAlive();
    }

    int rank() {
        return group.rank;
    }

    /**
     * Notes that the rank has ended by its own word, though threads of it may still run.
     *
     * @param depart tells the launcher and the other ranks
     */
    void leave(Runnable depart) {
        left = true;
        try {
            depart.run();
        } finally {
            departed = true;
        }
    }

    boolean hasLeft() {
        return left;
    }

    /**
     * Returns whether nobody need await the rank's end: the rank has left and departed, or a thread of it has called
     * System.exit, and its end does not come.
     */
    boolean isInExit() {
        if (departed) return true;
        for (Thread thread : threads()) if (isIn("java.lang.Runtime", "exit", thread.getStackTrace())) return true;
        return false;
    }

    /** Returns the rank that ends the JVM by System.exit; -1 if none does. */
    static int exiting() {
        for (Map.Entry<Thread, StackTraceElement[]> entry :
                Thread.getAllStackTraces().entrySet()) {
            // Of several threads that call System.exit only the first one gets as far as the hooks.
            int rank = rankOf(entry.getKey());
            if (rank >= 0 && isIn("java.lang.ApplicationShutdownHooks", "runHooks", entry.getValue())) return rank;
        }
        return -1;
    }

    /** Returns the rank among whose threads a thread is; -1 if it is of none. */
    static int rankOf(Thread thread) {
        for (ThreadGroup group = thread.getThreadGroup(); group != null; group = group.getParent())
            if (group instanceof Group own) return own.rank;
        return -1;
    }

    private static boolean isIn(String className, String method, StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .anyMatch(frame -> frame.getClassName().equals(className)
                        && frame.getMethodName().equals(method));
    }
}
