package org.jmpi.ibm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of the suite, {@code programs.txt}. */
public final class Programs {
    private static final String TABLE = "programs.txt";

    private Programs() {}

    /** Returns all programs, in the order of the table. */
    public static List<Program> all() {
        try (InputStream in = Programs.class.getResourceAsStream(TABLE)) {
            Stream<String> lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).lines();
            return entries(lines).stream().map(Program::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + TABLE, e);
        }
    }

    /** Returns the lines of each program as one text: those that begin with a blank belong to the one before. */
    private static List<String> entries(Stream<String> lines) {
        String table = lines.map(line -> line.replaceFirst("#.*", "").stripTrailing())
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
        return List.of(table.split("\n(?=\\S)"));
    }

    public static Optional<Program> named(String name) {
        return all().stream().filter(program -> program.name().equals(name)).findFirst();
    }
}
