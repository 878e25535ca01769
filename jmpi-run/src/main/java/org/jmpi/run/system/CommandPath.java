package org.jmpi.run.system;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folders in which the system looks for commands.
 *
 * @param folders in the order in which they are looked at
 */
public record CommandPath(List<Path> folders) {
    private static final String VARIABLE = "PATH";

    /** Returns what the system's variable says. */
    public static CommandPath ofSystem() {
        return of(System.getenv(VARIABLE));
    }

    /**
     * Returns what a value of the variable says, in which an empty name is the current folder; no folder if it is null.
     */
    public static CommandPath of(String value) {
        if (value == null) return new CommandPath(List.of());
        return new CommandPath(Pattern.compile(File.pathSeparator)
                .splitAsStream(value)
                .flatMap(CommandPath::folder)
                .collect(Collectors.toList()));
    }

    /** Windows also takes a folder in quotes. A text that is no path leads to no command. */
    private static Stream<Path> folder(String name) {
        try {
            return Stream.of(Path.of(File.separatorChar == '\\' ? name.replace("\"", "") : name));
        } catch (InvalidPathException e) {
            return Stream.empty();
        }
    }

    /** Returns the file of a command, if there is one that may be executed. */
    public Optional<Path> find(String command) {
        return folders.stream()
                .map(folder -> folder.resolve(command))
                .filter(CommandPath::isExecutable)
                .findFirst();
    }

    /** Returns whether a word is a command: one with a slash is the path of a file. */
    public boolean isCommand(String word) {
        if (word.indexOf('/') >= 0) return isExecutable(Path.of(word));
        return !word.isEmpty() && find(word).isPresent();
    }

    /** Returns whether a command leads to this file, perhaps by a link. */
    public boolean leads(String command, Path file) {
        Optional<Path> found = find(command);
        try {
            return found.isPresent() && Files.isSameFile(found.get(), file);
        } catch (IOException e) {
            return false;
        }
    }

    static boolean isExecutable(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
