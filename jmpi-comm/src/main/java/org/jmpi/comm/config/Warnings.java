package org.jmpi.comm.config;

import java.lang.System.Logger.Level;
import java.util.Set;

/**
 * Prints warnings: to the log of the program, if {@code jmpi.log} is set or the JVM has a {@link System.LoggerFinder}
 * other than the JDK's; else to standard error. Never to both.
 */
public final class Warnings {
    private static final Set<String> OF_JDK = Set.of("java.base", "java.logging");

    private Warnings() {}

    /**
     * Gives a warning of a rank.
     *
     * @param rank in the world
     * @param line what is wrong, and what to do
     */
    public static void print(int rank, String line) {
        print("rank " + rank + ": " + line);
    }

    /**
     * Gives a warning.
     *
     * @param line what is wrong, and what to do
     */
    public static void print(String line) {
        if (isLogSet() || isOfProgram(System.LoggerFinder.getLoggerFinder().getClass()))
            System.getLogger("org.jmpi").log(Level.WARNING, line);
        else System.err.println("jmpi: " + line);
    }

    private static boolean isLogSet() {
        try {
            return JmpiConfig.load().observation().log();
        } catch (IllegalArgumentException e) {
            // The settings were good when the rank read them, and the program has changed one since.
            return false;
        }
    }

    /** Returns whether a logger finder is not one of the JDK's. */
    static boolean isOfProgram(Class<?> finder) {
        String module = finder.getModule().getName();
        return module == null || !OF_JDK.contains(module);
    }
}
