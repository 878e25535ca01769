package org.jmpi.bench.peers;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** The folders in which commands are looked for. */
public final class ProgramPath {
    private ProgramPath() {}

    /** Returns the path of a command, if it is installed. */
    public static Optional<String> find(String name) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .filter(Files::isRegularFile)
                .map(Path::toString)
                .findFirst();
    }
}
