package org.jmpi.run.system;

import java.io.Console;
import java.lang.reflect.Method;

/** The terminal that jmpirun runs in, if there is one. */
public final class Terminal {
    /** Set to {@code true} for the ranks of such a jmpirun: their own standard output is a pipe. */
    public static final String VARIABLE = "JMPI_TERMINAL";

    private Terminal() {}

    public static boolean isInteractive() {
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

    /** Returns whether standard output is a terminal that obeys control sequences. */
    public static boolean isDrawable() {
        String type = System.getenv("TERM");
        return isInteractive() && type != null && !type.isEmpty() && !type.equals("dumb");
    }

    /** Returns the size of the terminal; that of the first ones if it cannot be told any more. */
    public static TerminalSize size() {
        return TerminalSize.now().orElse(new TerminalSize(24, 80));
    }
}
