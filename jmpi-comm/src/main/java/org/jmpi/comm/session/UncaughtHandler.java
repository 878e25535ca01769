package org.jmpi.comm.session;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Takes the exceptions that end threads, and shows them as the JVM does. */
final class UncaughtHandler {
    private UncaughtHandler() {}

    /** Returns the exception's stack below a line that names the thread. */
    static String text(Thread thread, Throwable cause) {
        StringWriter stack = new StringWriter();
        cause.printStackTrace(new PrintWriter(stack));
        return "Exception in thread \"" + thread.getName() + "\" " + stack;
    }

    /** Returns whether the handler takes the exception that ends the calling thread; the program's own comes first. */
    static boolean watchMain(Thread.UncaughtExceptionHandler handler) {
        Thread main = Thread.currentThread();
        if (Thread.getDefaultUncaughtExceptionHandler() != null
                || main.getUncaughtExceptionHandler() != main.getThreadGroup()) return false;
        main.setUncaughtExceptionHandler(handler);
        return true;
    }

    /** Shows the stack of what ends a thread, unless the thread would have ended with the JVM. */
    static void show(Thread thread, Throwable cause) {
        if (!Shutdown.isCauseOf(cause)) System.err.print(text(thread, cause));
    }
}
