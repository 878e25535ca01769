package org.jmpi.run;

import java.util.Arrays;
import java.util.Map;

/** Finds out what the threads of a rank do, in a JVM that several ranks share. */
final class RankThread {
    private static final String GROUP = "rank ";

    private RankThread() {}

    /** Returns a thread of a group that holds all the threads that it starts. */
    static Thread of(int rank, Runnable body) {
        String name = GROUP + rank;
        return new Thread(new ThreadGroup(name), body, name);
    }

    /** Waits for the other threads of the caller's group that are no daemons. */
    static void awaitGroup() {
        for (Thread other = otherUserThread(); other != null; other = otherUserThread()) {
            try {
                other.join();
            } catch (InterruptedException e) {
                // Meant for the program, which has ended.
                continue;
            }
        }
    }

    private static Thread otherUserThread() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        Thread[] threads = new Thread[group.activeCount() + 16];
        int count = group.enumerate(threads);
        for (int i = 0; i < count; i++)
            if (threads[i] != Thread.currentThread() && !threads[i].isDaemon()) return threads[i];
        return null;
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

    static boolean isInExit(Thread thread) {
        return isIn("java.lang.Runtime", "exit", thread.getStackTrace());
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
