package org.jmpi.run.threads;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * Gives a rank that is a thread its own standard streams and its own exit, which a JVM has only once. It is public for
 * {@link RankSystem}, which the rank's class loader defines.
 */
public final class RankRuntime {
    private final Exit exit;
    private final PrintStream firstOut;
    private final PrintStream firstErr;
    private final InputStream firstIn;
    private volatile PrintStream out;
    private volatile PrintStream err;
    private volatile InputStream in;

    /** Ends a rank; does not return. */
    @FunctionalInterface
    public interface Exit {
        /**
         * Ends the rank.
         *
         * @param code the exit code
         * @param halts whether no shutdown hook is to run
         */
        void exit(int code, boolean halts);
    }

    public RankRuntime(PrintStream out, PrintStream err, InputStream in, Exit exit) {
        this.out = firstOut = out;
        this.err = firstErr = err;
        this.in = firstIn = in;
        this.exit = exit;
    }

    /** Returns the standard output that the rank had at its start. */
    PrintStream firstOut() {
        return firstOut;
    }

    /** Returns the standard error that the rank had at its start. */
    PrintStream firstErr() {
        return firstErr;
    }

    /** Returns the standard input that the rank had at its start. */
    InputStream firstIn() {
        return firstIn;
    }

    /** {@return the rank's standard output} */
    public PrintStream out() {
        return out;
    }

    /** {@return the rank's standard error} */
    public PrintStream err() {
        return err;
    }

    /** {@return the rank's standard input} */
    public InputStream in() {
        return in;
    }

    /**
     * Replaces the rank's standard output.
     *
     * @param stream what the rank's threads write to from now on
     */
    public void out(PrintStream stream) {
        out = stream;
    }

    /**
     * Replaces the rank's standard error.
     *
     * @param stream what the rank's threads write to from now on
     */
    public void err(PrintStream stream) {
        err = stream;
    }

    /**
     * Replaces the rank's standard input.
     *
     * @param stream what the rank's threads read from now on
     */
    public void in(InputStream stream) {
        in = stream;
    }

    /**
     * Ends the rank as {@code System.exit} or {@code Runtime.halt} ends a process; does not return.
     *
     * @param code the exit code
     * @param halts whether no shutdown hook is to run
     */
    public void exit(int code, boolean halts) {
        exit.exit(code, halts);
    }
}
