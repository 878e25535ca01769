package org.jmpi.run.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.run.system.BadInputException;

/** Reads a command whose first word is {@code java}, as java itself would. */
public final class JavaCommand {
    private static final List<String> CLASS_PATH = List.of("-cp", "-classpath", "--class-path");
    private static final List<String> MODULE = List.of("-m", "--module");

    private final List<String> words;
    private final List<String> options;
    private ClassPath classPath;
    private int next = 1;

    /** Whether a word with an at sign is an argument file. */
    private boolean expands = true;

    private JavaCommand(List<String> words, List<String> options) {
        this.words = new ArrayList<>(words);
        this.options = new ArrayList<>(options);
    }

    public static boolean is(String word) {
        return word.matches("(.*[/\\\\])?java(\\.exe)?");
    }

    /**
     * Returns the program that the command runs; one that JMPI does not see through is left as it is.
     *
     * @param options of the JVM, which come before those of the command
     */
    public static Program parse(List<String> words, List<String> options) {
        return new JavaCommand(words, options).parse();
    }

    private Program parse() {
        while (next < words.size()) {
            String word = words.get(next);
            if (word.startsWith("@") && expands) {
                words.remove(next);
                words.addAll(next, ArgumentFile.read(Path.of(word.substring(1))));
                continue;
            }
            if (word.equals("--disable-@files")) expands = false;
            if (word.equals("-jar")) return jar();
            if (!word.startsWith("-")) return main(word);
            next++;
            if (MODULE.contains(word)) return program(EntryPoint.ofModule(value(word)));
            if (word.startsWith("--module=")) return program(EntryPoint.ofModule(afterEquals(word)));
            option(word);
        }
        return new Program.Command(words);
    }

    private void option(String word) {
        if (CLASS_PATH.contains(word)) {
            classPath = ClassPath.parse(value(word));
        } else if (word.startsWith("--class-path=")) {
            classPath = ClassPath.parse(afterEquals(word));
        } else {
            options.add(word);
            if (JvmOptions.WITH_VALUE.contains(word)) options.add(value(word));
        }
    }

    private String value(String option) {
        if (next == words.size()) throw new BadInputException("java: no value after " + option);
        return words.get(next++);
    }

    private Program jar() {
        next++;
        return Program.Java.ofJar(words.get(0), options, ProgramJar.read(value("-jar")), rest());
    }

    private Program main(String word) {
        next++;
        boolean isSource = EntryPoint.isSourceOfJava(word) || options.stream().anyMatch(JvmOptions::meansSource);
        return program(isSource ? EntryPoint.ofSource(word) : EntryPoint.ofClass(word));
    }

    private Program program(EntryPoint main) {
        if (classPath == null)
            classPath = main.kind() == EntryPoint.Kind.MODULE ? ClassPath.ofVariable() : ClassPath.ofEnvironment();
        return new Program.Java(words.get(0), options, classPath, main, rest());
    }

    private static String afterEquals(String word) {
        return word.substring(word.indexOf('=') + 1);
    }

    private List<String> rest() {
        return words.subList(next, words.size());
    }
}
