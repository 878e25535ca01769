package org.jmpi.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Standard error of jmpirun. That of the ranks goes on to this JVM's. Lines of jmpirun itself are kept, and so is
 * standard error from the first such line on: a report may follow.
 */
final class JobOutput {
    private static final String SELF = "jmpirun: ";
    private static final String GOES_ON = "; the other ranks go on (--continue)";
    private static final String TIME_OUT = "--timeout: ";

    /** Standard error from jmpirun's first own line on. */
    private final List<String> lines = new ArrayList<>();

    /** Takes a line of standard error. */
    void take(String line) {
        if (line.startsWith(SELF) || !lines.isEmpty()) lines.add(line);
        else System.err.println(line);
    }

    /** Returns what jmpirun itself has said, each line once. */
    List<String> said() {
        return lines.stream()
                .filter(line -> line.startsWith(SELF))
                .map(line -> line.substring(SELF.length()).replace(GOES_ON, ""))
                .distinct()
                .collect(Collectors.toList());
    }

    /** Returns what the ranks were at when their time was over: which waits for which, then their stacks and queues. */
    String report() {
        List<String> report = said();
        report.removeIf(line -> line.startsWith(TIME_OUT));
        report.add("");
        report.addAll(ofRanks());
        return String.join(System.lineSeparator(), report);
    }

    /** Prints the lines of the ranks that were kept: no report follows. */
    void passOn() {
        ofRanks().forEach(System.err::println);
    }

    private List<String> ofRanks() {
        return lines.stream().filter(line -> !line.startsWith(SELF)).toList();
    }
}
