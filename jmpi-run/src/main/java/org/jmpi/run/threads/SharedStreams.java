package org.jmpi.run.threads;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * The standard streams of a JVM with other code in it, while ranks run there: the JVM's own ones for that code and for
 * a rank that has set none, else the rank's.
 */
public final class SharedStreams implements AutoCloseable {
    private static int sharers;

    /** The JVM's own: a runtime without an end. */
    private static RankRuntime own;

    private static CurrentPrintStream out;
    private static CurrentPrintStream err;
    private static CurrentInputStream in;

    private SharedStreams() {}

    /**
     * Has ranks share the streams of this JVM from now on, until the last one that has called this calls {@link
     * #close}.
     *
     * @return what to close when the ranks have ended
     */
    public static SharedStreams share() {
        synchronized (SharedStreams.class) {
            if (sharers++ == 0) begin();
        }
        return new SharedStreams();
    }

    private static void begin() {
        RankRuntime ofJvm = new RankRuntime(System.out, System.err, System.in, (code, halts) -> {});
        own = ofJvm;
        System.setOut(out = CurrentPrintStream.out(() -> current(ofJvm)));
        System.setErr(err = CurrentPrintStream.err(() -> current(ofJvm)));
        System.setIn(in = new CurrentInputStream(() -> current(ofJvm)));
    }

    private static RankRuntime current(RankRuntime ofJvm) {
        RankRuntime caller = RankClassLoader.callersRuntime();
        return caller == null ? ofJvm : caller;
    }

    /** {@return the JVM's own standard output} */
    public PrintStream out() {
        return own.out();
    }

    /** {@return the JVM's own standard error} */
    public PrintStream err() {
        return own.err();
    }

    /** {@return the JVM's own standard input} */
    public InputStream in() {
        return own.in();
    }

    /** Gives the JVM its own streams back, unless somebody has set others or other ranks still run. */
    @Override
    public void close() {
        synchronized (SharedStreams.class) {
            if (--sharers > 0) return;
            if (System.out == out) System.setOut(own.out());
            if (System.err == err) System.setErr(own.err());
            if (System.in == in) System.setIn(own.in());
        }
    }
}
