package org.jmpi.bench.jobs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary folder, which is removed in the end. */
public final class Scratch implements AutoCloseable {
    private final Path folder = Files.createTempDirectory("jmpi-bench");

    /**
     * Makes an empty folder.
     *
     * @throws IOException if it cannot be made
     */
    public Scratch() throws IOException {}

    /** {@return the folder} */
    public Path folder() {
        return folder;
    }

    @Override
    public synchronized void close() {
        if (!Files.exists(folder)) return;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + folder, e);
        }
    }
}
