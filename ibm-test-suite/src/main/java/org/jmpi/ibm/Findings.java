package org.jmpi.ibm;

import java.util.List;
import java.util.Optional;

/** What JMPI says of a run: the lines among a job's output that begin with its name or that of jmpirun. */
final class Findings {
    private static final String OURS = "jmpi(run)?: .*";

    private Findings() {}

    /**
     * Compares what was said with what is expected.
     *
     * @param expected regular expressions: each matches a line at least, and each line is matched by one
     * @param output of the job
     * @return what is missing or was not expected, in one line
     */
    static Optional<String> difference(List<String> expected, String output) {
        List<String> said = output.lines().filter(line -> line.matches(OURS)).toList();
        for (String pattern : expected)
            if (said.stream().noneMatch(line -> line.matches(pattern))) return Optional.of("not said: " + pattern);
        return said.stream()
                .filter(line -> expected.stream().noneMatch(line::matches))
                .findFirst()
                .map(line -> "not expected: " + line);
    }
}
