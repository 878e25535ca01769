package org.jmpi.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** What a process has handed to the system to be written, to connections above all, as Linux counts it. */
final class Traffic {
    private static final Path COUNTERS = Path.of("/proc/self/io");
    private static final String WRITTEN = "wchar: ";

    private Traffic() {}

    /** Says whether this system counts. */
    static boolean isCounted() {
        try {
            return read().isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the bytes written so far by all threads of this JVM. */
    static long written() throws IOException {
        return read().orElseThrow(() -> new IOException(COUNTERS + " has no line " + WRITTEN));
    }

    private static Optional<Long> read() throws IOException {
        try (Stream<String> lines = Files.lines(COUNTERS)) {
            return lines.filter(line -> line.startsWith(WRITTEN))
                    .map(line -> Long.valueOf(line.substring(WRITTEN.length())))
                    .findFirst();
        }
    }
}
