package org.jmpi.comm.control;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * The stack of a thread at one moment.
 *
 * @param rank the rank that it belongs to, -1 if it belongs to none
 * @param thread its name
 * @param state such as {@code daemon WAITING}
 * @param frames of its stack, as {@code Main.step(Main.java:12)}, the innermost first
 */
public record ThreadStack(int rank, String thread, String state, List<String> frames) {
    /**
     * {@return the stacks of this JVM's threads but the caller and the JVM's own, the oldest thread first}
     *
     * @param rankOf returns the rank that a thread belongs to, -1 for none
     */
    public static List<ThreadStack> all(ToIntFunction<Thread> rankOf) {
        Comparator<Map.Entry<Thread, StackTraceElement[]>> oldest =
                Comparator.comparingLong(entry -> idOf(entry.getKey()));
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> ofTheProgram(entry.getKey()))
                .sorted(oldest)
                .map(entry -> of(rankOf.applyAsInt(entry.getKey()), entry.getKey(), entry.getValue()))
                .toList();
    }

    /**
     * {@return the stack of a thread}
     *
     * @param rank the rank that it belongs to
     * @param thread which is alive
     */
    public static ThreadStack of(int rank, Thread thread) {
        return of(rank, thread, thread.getStackTrace());
    }

    private static ThreadStack of(int rank, Thread thread, StackTraceElement[] stack) {
        String state = (thread.isDaemon() ? "daemon " : "") + thread.getState();
        return new ThreadStack(
                rank,
                thread.getName(),
                state,
                Arrays.stream(stack).map(ThreadStack::text).toList());
    }

    private static boolean ofTheProgram(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        boolean ofTheJvm =
                group == null || group.getParent() == null || group.getName().equals("InnocuousThreadGroup");
        return !ofTheJvm
                && thread != Thread.currentThread()
                && !thread.getName().equals("DestroyJavaVM");
    }

    private static String text(StackTraceElement frame) {
        String file = frame.isNativeMethod() ? "native method" : frame.getFileName();
        String line = frame.getLineNumber() > 0 ? ":" + frame.getLineNumber() : "";
        return frame.getClassName() + "." + frame.getMethodName() + "(" + file + line + ")";
    }

    // Thread.getId is deprecated from Java 19 on in favour of threadId, which Java 17 lacks.
    @SuppressWarnings("deprecation")
    private static long idOf(Thread thread) {
        return thread.getId();
    }
}
