package org.jmpi.bench.jobs;

import java.io.PrintStream;

/** Lines about steps of a known number, each with its own: {@code [ 57/544] what has happened}. */
public final class NumberedLines {
    private final int total;
    private final PrintStream out;
    private int done;

    /**
     * Writes to a stream.
     *
     * @param total the number of steps
     */
    public NumberedLines(int total, PrintStream out) {
        this.total = total;
        this.out = out;
    }

    /** Prints a line with the number of the step that is done. */
    public void tell(String text) {
        done++;
        out.printf("[%" + Integer.toString(total).length() + "d/%d] %s%n", done, total, text);
        out.flush();
    }
}
