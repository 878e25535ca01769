package org.jmpi.ibm;

import java.io.PrintStream;
import java.util.List;
import org.jmpi.bench.jobs.NumberedLines;

/** Tells of each trial in a line when it has ended, and of one that did not pass the last lines that it wrote. */
final class Progress {
    private static final int LAST_LINES = 8;

    private final NumberedLines lines;
    private final PrintStream out;

    Progress(int total, PrintStream out) {
        lines = new NumberedLines(total, out);
        this.out = out;
    }

    void tell(Outcome outcome) {
        String reason = outcome.passed() ? "" : ": " + outcome.reason();
        lines.tell(outcome.trial() + " " + outcome.state() + " " + outcome.seconds() + " s" + reason);
        if (!outcome.passed()) lastLines(outcome.output()).forEach(line -> out.println("    " + line));
        out.flush();
    }

    private static List<String> lastLines(String output) {
        List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
        return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
    }
}
