package org.jmpi.comm.bootstrap;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The stacks of this JVM's threads as text, in the manner of jstack. */
final class JavaStacks {
    private JavaStacks() {}

    /** Returns the stacks of all threads but the caller and the JVM's own, the oldest thread first. */
    static String text() {
        Comparator<Map.Entry<Thread, StackTraceElement[]>> oldest =
                Comparator.comparingLong(entry -> idOf(entry.getKey()));
        List<Map.Entry<Thread, StackTraceElement[]>> stacks = Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> ofTheProgram(entry.getKey()))
                .sorted(oldest)
                .collect(Collectors.toList());
        StringBuilder text = new StringBuilder();
        stacks.forEach(entry -> append(text, entry.getKey(), entry.getValue()));
        return text.toString();
    }

    /** Writes to standard error, in the manner of the JVM, what ended a thread; returns the exception's stack. */
    static String printUncaught(Thread thread, Throwable cause) {
        StringWriter stack = new StringWriter();
        cause.printStackTrace(new PrintWriter(stack));
        System.err.print("Exception in thread \"" + thread.getName() + "\" " + stack);
        System.err.flush();
        return stack.toString();
    }

    private static boolean ofTheProgram(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        boolean ofTheJvm =
                group == null || group.getParent() == null || group.getName().equals("InnocuousThreadGroup");
        return !ofTheJvm
                && thread != Thread.currentThread()
                && !thread.getName().equals("DestroyJavaVM");
    }

    private static void append(StringBuilder text, Thread thread, StackTraceElement[] stack) {
        text.append('"').append(thread.getName()).append("\" #").append(idOf(thread));
        if (thread.isDaemon()) text.append(" daemon");
        text.append(" prio=").append(thread.getPriority());
        text.append(' ').append(thread.getState()).append('\n');
        for (StackTraceElement frame : stack) append(text, frame);
        text.append('\n');
    }

    private static void append(StringBuilder text, StackTraceElement frame) {
        text.append("        at ").append(frame.getClassName()).append('.').append(frame.getMethodName());
        text.append('(').append(frame.isNativeMethod() ? "native method" : frame.getFileName());
        if (frame.getLineNumber() > 0) text.append(':').append(frame.getLineNumber());
        text.append(")\n");
    }

    // Thread.getId is deprecated from Java 19 on in favour of threadId, which Java 17 lacks.
    @SuppressWarnings("deprecation")
    private static long idOf(Thread thread) {
        return thread.getId();
    }
}
