package org.jmpi.ibm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The table of the suite, {@code programs.txt}. */
public final class Programs {
    private static final String TABLE = "programs.txt";

    private Programs() {}

    /** Returns all programs, in the order of the table. */
    public static List<Program> all() {
        try (InputStream in = Programs.class.getResourceAsStream(TABLE)) {
            return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .map(line -> line.replaceFirst("#.*", ""))
                    .filter(line -> !line.isBlank())
                    .map(Program::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + TABLE, e);
        }
    }

    public static Optional<Program> named(String name) {
        return all().stream().filter(program -> program.name().equals(name)).findFirst();
    }
}
