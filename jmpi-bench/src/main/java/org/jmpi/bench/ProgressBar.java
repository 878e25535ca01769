package org.jmpi.bench;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * A line that is written over and over while work goes on, at most {@value #PER_SECOND} times per second, and erased at
 * the end.
 *
 * <p>The output of a rank is a pipe to the launcher, so the program cannot see by itself whether it goes to a terminal.
 * The launcher reports that by the environment variable {@value #TERMINAL}{@code =true}; otherwise nothing is written.
 */
public final class ProgressBar {
    static final String TERMINAL = "JMPI_TERMINAL";

    private static final int PER_SECOND = 10;
    private static final long PERIOD_NS = 1_000_000_000 / PER_SECOND;
    private static final int WIDTH = 50;

    private final PrintStream out;
    private final boolean enabled;
    private final LongSupplier nanoTime;
    private long last;
    private boolean shown;

    /**
     * Writes to a stream, or nowhere if not enabled.
     *
     * @param nanoTime the clock, in ns
     */
    ProgressBar(PrintStream out, boolean enabled, LongSupplier nanoTime) {
        this.out = out;
        this.enabled = enabled;
        this.nanoTime = nanoTime;
        this.last = nanoTime.getAsLong();
    }

    /** Writes to standard output, which keeps the order with what is printed later, if the launcher says so. */
    public static ProgressBar onTerminal() {
        return new ProgressBar(System.out, Boolean.parseBoolean(System.getenv(TERMINAL)), System::nanoTime);
    }

    /** Writes nowhere: the bar of the ranks other than 0. */
    public static ProgressBar silent() {
        return new ProgressBar(System.out, false, System::nanoTime);
    }

    /** Shows how much is done, unless that was shown a moment ago. */
    public void show(int done, int total) {
        if (!enabled) return;
        long now = nanoTime.getAsLong();
        if (now - last < PERIOD_NS) return;
        last = now;
        shown = true;
        out.print("\r" + bar(done, total));
        out.flush();
    }

    /** Erases the line. */
    public void end() {
        if (!shown) return;
        out.print("\r" + " ".repeat(bar(1, 1).length()) + "\r");
        out.flush();
        shown = false;
    }

    /** Returns the line as text, always of the same length. */
    static String bar(int done, int total) {
        int full = (int) ((long) done * WIDTH / total);
        return String.format(
                Locale.ROOT, "[%s%s] %3d %%", "#".repeat(full), ".".repeat(WIDTH - full), 100L * done / total);
    }
}
