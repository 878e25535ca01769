package org.jmpi.bench.jobs;

import java.util.List;

/** Lines of what a process wrote. */
public final class Lines {
    private Lines() {}

    /** Returns the last line that is not blank, or "no output". */
    public static String last(String output) {
        List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
        return lines.isEmpty() ? "no output" : lines.get(lines.size() - 1).strip();
    }
}
