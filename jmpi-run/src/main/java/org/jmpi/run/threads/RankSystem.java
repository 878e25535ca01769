package org.jmpi.run.threads;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * Stands in for {@link System} in the classes of a rank that is a thread. The class loader of each rank defines this
 * class anew, so that its fields are the rank's own; {@link ClassRewriter} has the program's classes refer to it.
 */
public final class RankSystem {
    /** Stands in for {@link System#out}. */
    public static PrintStream out;

    /** Stands in for {@link System#err}. */
    public static PrintStream err;

    /** Stands in for {@link System#in}. */
    public static InputStream in;

    private static RankRuntime runtime;

    private RankSystem() {}

    /**
     * Gives the class its rank; called once, by the loader that defines it.
     *
     * @param own what the rank has of its own
     */
    public static void connect(RankRuntime own) {
        runtime = own;
        out = own.out();
        err = own.err();
        in = own.in();
    }

    /**
     * Stands in for {@link System#setOut}.
     *
     * @param stream the rank's standard output from now on
     */
    public static void setOut(PrintStream stream) {
        runtime.out(stream);
        out = stream;
    }

    /**
     * Stands in for {@link System#setErr}.
     *
     * @param stream the rank's standard error from now on
     */
    public static void setErr(PrintStream stream) {
        runtime.err(stream);
        err = stream;
    }

    /**
     * Stands in for {@link System#setIn}.
     *
     * @param stream the rank's standard input from now on
     */
    public static void setIn(InputStream stream) {
        runtime.in(stream);
        in = stream;
    }

    /**
     * Stands in for {@link System#exit}.
     *
     * @param code the exit code
     */
    public static void exit(int code) {
        runtime.exit(code, false);
    }

    /**
     * Stands in for {@link Runtime#exit}.
     *
     * @param jvm the JVM's runtime
     * @param code the exit code
     */
    public static void exit(Runtime jvm, int code) {
        runtime.exit(code, false);
    }

    /**
     * Stands in for {@link Runtime#halt}.
     *
     * @param jvm the JVM's runtime
     * @param code the exit code
     */
    public static void halt(Runtime jvm, int code) {
        runtime.exit(code, true);
    }
}
