package org.jmpi.comm.session;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Describes an exception that ends a thread, in the manner of the JVM. */
final class Uncaught {
    private Uncaught() {}

    /** Returns the exception's stack below a line that names the thread. */
    static String text(Thread thread, Throwable cause) {
        StringWriter stack = new StringWriter();
        cause.printStackTrace(new PrintWriter(stack));
        return "Exception in thread \"" + thread.getName() + "\" " + stack;
    }
}
