package org.jmpi.junit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The output of jmpirun. That of the ranks goes on to this JVM's streams. Lines of jmpirun itself are kept, and so is
 * standard error from the first such line on: a report may follow.
 */
final class JobOutput {
    private static final String SELF = "jmpirun: ";
    private static final String GOES_ON = "; the other ranks go on (--continue)";
    private static final String TIME_OUT = "--timeout: ";

    private final Thread out;
    private final Thread err;

    /** Standard error from jmpirun's first own line on. */
    private final List<String> lines = new ArrayList<>();

    JobOutput(Process process) {
        out = pump(process.inputReader(), System.out::println);
        err = pump(process.errorReader(), this::take);
    }

    private static Thread pump(BufferedReader reader, Consumer<String> lines) {
        Thread thread = new Thread(
                () -> {
                    try (reader) {
                        for (String line = reader.readLine(); line != null; line = reader.readLine())
                            lines.accept(line);
                    } catch (IOException e) {
                        throw new UncheckedIOException("cannot read the output of jmpirun", e);
                    }
                },
                "jmpi-junit-output");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void take(String line) {
        if (line.startsWith(SELF) || !lines.isEmpty()) lines.add(line);
        else System.err.println(line);
    }

    /** Waits until the output has been read to its end: jmpirun has ended. */
    void awaitEnd() {
        boolean interrupted = Thread.interrupted();
        while (out.isAlive() || err.isAlive()) {
            try {
                out.join();
                err.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
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
