package org.jmpi.run.program;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * The class and the method where a Java program begins.
 *
 * @param name the name of a class, the path of a source file, or a module with or without {@code /} and a class
 */
public record EntryPoint(Kind kind, String name) {
    private static final String SOURCE = ".java";

    /** The kinds of programs that the {@code java} command starts. */
    public enum Kind {
        CLASS,
        MODULE,
        SOURCE
    }

    public static EntryPoint ofClass(String name) {
        return new EntryPoint(Kind.CLASS, name.replace('/', '.'));
    }

    public static EntryPoint ofModule(String name) {
        return new EntryPoint(Kind.MODULE, name);
    }

    public static EntryPoint ofSource(String file) {
        return new EntryPoint(
                Kind.SOURCE, Path.of(file).toAbsolutePath().normalize().toString());
    }

    /** Returns whether a word is a source file: one with the ending {@code .java}, or one that jmpirun runs. */
    public static boolean isSource(String word) {
        return isSourceOfJava(word) || isPath(word) && ScriptLine.namesJmpirun(Path.of(word));
    }

    /** Returns whether {@code java} takes a word for a source file and not for a class. */
    static boolean isSourceOfJava(String word) {
        return word.endsWith(SOURCE) && Files.exists(Path.of(word));
    }

    private static boolean isPath(String word) {
        try {
            return Files.isRegularFile(Path.of(word));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Returns the words of the {@code java} command that start it. */
    List<String> words() {
        return kind == Kind.MODULE ? List.of("-m", name) : List.of(name);
    }
}
