package org.jmpi.ibm;

import java.io.PrintStream;
import java.util.List;

/** Tells of each trial in a line when it has ended, and of one that did not pass the last lines that it wrote. */
final class Progress {
    private static final int LAST_LINES = 8;

    private final int total;
    private final PrintStream out;
    private int done;

    Progress(int total, PrintStream out) {
        this.total = total;
        this.out = out;
    }

    void tell(Outcome outcome) {
        done++;
        int width = String.valueOf(total).length();
        String reason = outcome.passed() ? "" : ": " + outcome.reason();
        out.printf(
                "[%" + width + "d/%d] %s %s %s s%s%n",
                done,
                total,
                outcome.trial(),
                outcome.state(),
                outcome.seconds(),
                reason);
        if (!outcome.passed()) lastLines(outcome.output()).forEach(line -> out.println("    " + line));
        out.flush();
    }

    private static List<String> lastLines(String output) {
        List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
        return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
    }
}
