package org.jmpi.junit;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jmpi.comm.config.Warnings;

/** The threads of a test's ranks that go on after the test: with a process they would have ended. */
final class LeftThreads {
    /** How long they may take to end once they are interrupted. */
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private LeftThreads() {}

    /**
     * Interrupts the threads of some ranks, and waits for them a while. A warning names those that go on.
     *
     * @param test its class and method
     * @param loaders the ranks' class loaders, which their threads have inherited
     */
    static void end(String test, List<? extends ClassLoader> loaders) {
        List<Thread> left = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> loaders.contains(thread.getContextClassLoader()))
                .toList();
        left.forEach(Thread::interrupt);
        long end = System.nanoTime() + GRACE_NANOS;
        for (Thread thread : left) join(thread, end);
        String names =
                left.stream().filter(Thread::isAlive).map(Thread::getName).collect(Collectors.joining(", "));
        if (!names.isEmpty())
            Warnings.print(test + ": threads go on after the test, though they were interrupted: " + names
                    + "; the classes of their ranks stay in memory; processes = true ends them");
    }

    private static void join(Thread thread, long end) {
        try {
            long left = end - System.nanoTime();
            if (left > 0) TimeUnit.NANOSECONDS.timedJoin(thread, left);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
