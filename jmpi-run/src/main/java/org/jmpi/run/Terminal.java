package org.jmpi.run;

import java.io.Console;
import java.lang.reflect.Method;

/** Whether a person watches. */
final class Terminal {
    /** Set to {@code true} for the ranks if so: their own standard output is a pipe. */
    static final String VARIABLE = "JMPI_TERMINAL";

    private Terminal() {}

    static boolean isInteractive() {
        Console console = System.console();
        if (console == null) return false;
        try {
            // Since Java 22 there may be a console without a terminal.
            Method isTerminal = Console.class.getMethod("isTerminal");
            return (boolean) isTerminal.invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }
}
