package org.jmpi.run;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A rank in a JVM that several ranks share: its main thread, and all threads that this one starts. */
final class RankThread {
    private static final String GROUP = "rank ";

    private final ThreadGroup group;
    private final Thread main;

    /** Lives as long as a JVM of the rank's own would; it is not the rank's, so that main ends when the program's does. */
    private final Thread keeper;

    /**
     * @param main what the rank's main thread runs
     * @param end what runs when the last thread of the rank that is no daemon has ended
     */
    RankThread(int rank, Runnable main, Runnable end) {
        this.group = new ThreadGroup(GROUP + rank);
        this.main = new Thread(group, main, group.getName());
        this.keeper = new Thread(
                () -> {
                    awaitUserThreads();
                    end.run();
                },
                "jmpi-keeper-" + rank);
    }

    void start() {
        main.start();
        keeper.start();
    }

    private void awaitUserThreads() {
        try {
            for (Thread user = userThread(); user != null; user = userThread()) user.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
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
    boolean join(long millis) throws InterruptedException {
        keeper.join(millis);
        return !keeper.isAlive();
    }

    /** Returns whether a thread of the rank has called System.exit: the rank's end need not be awaited, nor will it come. */
    boolean isInExit() {
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

    private static int rankOf(Thread thread) {
        for (ThreadGroup group = thread.getThreadGroup(); group != null; group = group.getParent())
            if (group.getName().matches(GROUP + "[0-9]+"))
                return Integer.parseInt(group.getName().substring(GROUP.length()));
        return -1;
    }

    private static boolean isIn(String className, String method, StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .anyMatch(frame -> frame.getClassName().equals(className)
                        && frame.getMethodName().equals(method));
    }
}
