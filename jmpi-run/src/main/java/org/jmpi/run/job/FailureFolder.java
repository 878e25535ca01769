package org.jmpi.run.job;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder in which jmpirun reports, to the JVM that has started it, why ranks have failed.
 *
 * <pre>
 * FOLDER/failures.properties    a line for each rank
 * </pre>
 */
record FailureFolder(Path path) {
    private static final String FAILURES = "failures.properties";

    static FailureFolder create() throws IOException {
        return new FailureFolder(Files.createTempDirectory("jmpi-job-"));
    }

    /** Writes what is known now. A reader sees all of it, or what was written before. */
    void write(SortedMap<Integer, String> failures) {
        Properties lines = new Properties();
        failures.forEach((rank, line) -> lines.setProperty(rank.toString(), line));
        Path part = path.resolve(FAILURES + ".part");
        try {
            try (Writer writer = Files.newBufferedWriter(part)) {
                lines.store(writer, null);
            }
            Files.move(part, path.resolve(FAILURES), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot tell of the failures of the job in " + path, e);
        }
    }

    /** Returns what has been written; nothing before. */
    SortedMap<Integer, String> read() {
        Properties lines = new Properties();
        try (Reader reader = Files.newBufferedReader(path.resolve(FAILURES))) {
            lines.load(reader);
        } catch (NoSuchFileException e) {
            return new TreeMap<>();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the failures of the job in " + path, e);
        }
        return new TreeMap<>(
                lines.stringPropertyNames().stream().collect(Collectors.toMap(Integer::valueOf, lines::getProperty)));
    }

    /** Removes a folder with all in it, if it is there. */
    static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) return;
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) Files.deleteIfExists(file);
    }
}
