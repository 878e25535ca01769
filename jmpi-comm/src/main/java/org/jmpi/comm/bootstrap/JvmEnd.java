package org.jmpi.comm.bootstrap;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.progress.Wait;

/**
 * The end of the JVM. Java then runs all shutdown hooks at the same time, those of JMPI and those of the program, and
 * does not tell which threads they are.
 */
final class JvmEnd {
    /** How long a hook may do other things before its first call of MPI, and between two calls. */
    private static final long QUIET_NANOS = 1_000_000_000;

    private static final long LOOK_NANOS = 2_000_000;

    private JvmEnd() {}

    /** Returns whether the shutdown hooks run. */
    static boolean hasBegun() {
        Thread hook = new Thread(() -> {}, "jmpi-no-hook");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /**
     * Adds a shutdown hook.
     *
     * @throws CommException of class OTHER if the JVM is ending
     */
    static void runs(Thread hook) {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            throw tooLate();
        }
    }

    /** Removes a shutdown hook, unless the hooks run. */
    static void withdraw(Thread hook) {
        if (!hasBegun()) Runtime.getRuntime().removeShutdownHook(hook);
    }

    static CommException tooLate() {
        return new CommException(ErrorClass.OTHER, "this JVM is ending: it cannot begin to use MPI any more");
    }

    /**
     * Ends the JVM, also on the thread of a shutdown hook, where {@link System#exit} never returns and ends nothing.
     */
    static void exit(int code) {
        if (hasBegun()) Runtime.getRuntime().halt(code);
        System.exit(code);
    }

    /**
     * Returns when the program's hooks have ended or have finalized the worlds, as far as can be seen: when no thread
     * is left that may be a hook, or none has been in a call of MPI for {@value #QUIET_NANOS} ns. Called by a shutdown
     * hook.
     *
     * @param worlds of this JVM
     * @param nanos the longest time to wait, in ns
     */
    static void awaitHooks(Collection<World> worlds, long nanos) {
        long begin = System.nanoTime();
        long latestCall = begin;
        for (long now = begin; now - begin < nanos; now = System.nanoTime()) {
            if (worlds.stream().allMatch(World::isFinished)) return;
            Set<Thread> noHooks = new HashSet<>();
            for (World world : worlds) {
                noHooks.add(world.mainThread());
                for (Wait wait : world.engine().waits()) {
                    if (wait.since() - begin < 0) noHooks.add(wait.thread());
                    else if (!noHooks.contains(wait.thread())) latestCall = now;
                }
            }
            boolean quiet = now - latestCall > QUIET_NANOS;
            if (latestCall < now && (quiet || !mayRunHook(threads(), noHooks))) return;
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Returns all threads of the JVM. */
    private static Thread[] threads() {
        ThreadGroup top = Thread.currentThread().getThreadGroup();
        while (top.getParent() != null) top = top.getParent();
        Thread[] threads = new Thread[top.activeCount() + 64];
        return Arrays.copyOf(threads, top.enumerate(threads));
    }

    private static boolean mayRunHook(Thread[] threads, Set<Thread> noHooks) {
        boolean started = false;
        for (Thread thread : threads) {
            StackTraceElement[] stack = thread.getStackTrace();
            started |= joinsHooks(stack);
            boolean known = noHooks.contains(thread) || thread.getName().startsWith("jmpi-");
            if (!known && isOfProgram(thread) && !isIn("java.lang.Shutdown", stack)) return true;
        }
        return !started;
    }

    private static boolean isOfProgram(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return !thread.isDaemon() && group != null && group.getParent() != null;
    }

    /** Returns whether a thread has started the hooks and waits for their end. */
    private static boolean joinsHooks(StackTraceElement[] stack) {
        return isIn("java.lang.ApplicationShutdownHooks", stack)
                && Arrays.stream(stack).anyMatch(frame -> frame.getMethodName().equals("join"));
    }

    private static boolean isIn(String className, StackTraceElement[] stack) {
        return Arrays.stream(stack).anyMatch(frame -> frame.getClassName().equals(className));
    }
}
