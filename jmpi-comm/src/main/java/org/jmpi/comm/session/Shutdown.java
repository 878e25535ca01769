package org.jmpi.comm.session;

import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.progress.Wait;

/**
 * The end of the JVM. Java then runs all shutdown hooks at the same time, those of JMPI and those of the program, and
 * does not tell which threads they are.
 */
final class Shutdown {
    /** Names the owner of a call that fails because the JVM is ending; a part of its message. */
    static final String REASON = "a JVM that is ending";

    private static final String SHUTDOWN = "java.lang.Shutdown";

    /** How long a hook may do other things before its first call of MPI, and between two calls. */
    private static final long QUIET_NANOS = 1_000_000_000;

    private static final long LOOK_NANOS = 2_000_000;

    /** The most that counts from one look to the next: on busy cores hooks wait for a core as long as this thread. */
    private static final long COUNTED_NANOS = 2 * LOOK_NANOS;

    /** Java starts the hooks one after the other: one may wait in a call before another one begins. */
    private static final long START_NANOS = 100_000_000;

    /** How long a thread is held at most that ends with the JVM, and how often it is looked whether a hook needs it. */
    private static final long HOLD_NANOS = 10_000_000_000L;

    private static final long HOLD_LOOK_NANOS = 50_000_000;

    /** Threads that are no hooks, once the JVM is ending. */
    private static final Set<Thread> NO_HOOKS = ConcurrentHashMap.newKeySet();

    private Shutdown() {}

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

    /**
     * Returns the failure of a call that begins to use MPI, to throw. A thread that is no hook is held first: it mostly
     * ends with the JVM.
     */
    static CommException tooLate() {
        StackTraceElement[] stack = Thread.currentThread().getStackTrace();
        // The first call of a hook, as of any thread but main.
        boolean mayBeHook = stack[stack.length - 1].getMethodName().equals("run");
        if (!mayBeHook) hold(Thread.currentThread());
        return new CommException(
                ErrorClass.OTHER, "this call belongs to " + REASON + ": it cannot begin to use MPI any more");
    }

    /** Returns whether an exception shows nothing but that the JVM is ending. */
    static boolean isCauseOf(Throwable failure) {
        return failure.getMessage() != null && failure.getMessage().contains(REASON);
    }

    /**
     * Holds the calling thread until it ends with the JVM. Returns at once if the JVM is not ending or the thread may
     * be a hook, and as soon as a hook of the program may run, which may wait for the thread.
     *
     * @param main a thread that is no hook; null if none is known
     */
    static void hold(Thread main) {
        if (!hasBegun()) return;
        if (main != null) NO_HOOKS.add(main);
        if (!NO_HOOKS.contains(Thread.currentThread())) return;
        long begin = System.nanoTime();
        boolean interrupted = false;
        while (System.nanoTime() - begin < HOLD_NANOS
                && Arrays.stream(threads()).noneMatch(Shutdown::mayBeHook)) {
            LockSupport.parkNanos(HOLD_LOOK_NANOS);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) Thread.currentThread().interrupt();
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
    static void awaitHooks(Collection<RankWorld> worlds, long nanos) {
        long begin = System.nanoTime();
        long last = begin;
        long quiet = 0;
        for (long now = begin; now - begin < nanos; now = System.nanoTime()) {
            quiet += Math.min(now - last, COUNTED_NANOS);
            last = now;
            if (worlds.stream().allMatch(RankWorld::isFinished)) return;
            for (RankWorld world : worlds) {
                if (world.mainThread() != null) NO_HOOKS.add(world.mainThread());
                for (Wait wait : world.engine().leader().waits()) {
                    if (wait.since() - begin < -START_NANOS) NO_HOOKS.add(wait.thread());
                    else if (!NO_HOOKS.contains(wait.thread())) quiet = 0;
                }
            }
            if (quiet > QUIET_NANOS || quiet > 0 && !mayRunHook()) return;
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

    private static boolean mayRunHook() {
        boolean started = Arrays.stream(threads()).anyMatch(each -> joinsHooks(each.getStackTrace()));
        // Looks for hooks afterwards: a hook that starts between two looks is missing in the first one.
        return !started || Arrays.stream(threads()).anyMatch(Shutdown::mayBeHook);
    }

    private static boolean mayBeHook(Thread thread) {
        return isUnknown(thread) && !isIn(SHUTDOWN, thread.getStackTrace());
    }

    /** Returns whether a thread is the program's and is not known to be no hook. */
    private static boolean isUnknown(Thread thread) {
        String name = thread.getName();
        boolean known = NO_HOOKS.contains(thread) || name.startsWith("jmpi-") || name.equals("DestroyJavaVM");
        return !known && isOfProgram(thread);
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
