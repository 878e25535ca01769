package org.jmpi.bench.driver;

import java.util.List;

/** Lines of what a process wrote. */
final class Lines {
    private Lines() {}

    /** Returns the last line that is not blank, or "no output". */
    static String last(String output) {
        List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
        return lines.isEmpty() ? "no output" : lines.get(lines.size() - 1).strip();
    }
}
