package org.jmpi.run;

import java.util.ArrayList;
import java.util.List;

/** Reads a command whose first word is {@code java}, as java itself would. */
final class JavaCommand {
    private static final List<String> CLASS_PATH = List.of("-cp", "-classpath", "--class-path");
    private static final List<String> MODULE = List.of("-m", "--module");

    private final List<String> words;
    private final List<String> options;
    private ClassPath classPath;
    private int next = 1;

    private JavaCommand(List<String> words, List<String> options) {
        this.words = words;
        this.options = new ArrayList<>(options);
    }

    static boolean is(String word) {
        return word.matches("(.*[/\\\\])?java(\\.exe)?");
    }

    /**
     * Returns the program that the command runs; one that JMPI does not see through, such as one with an argument file, is
     * left as it is.
     *
     * @param options of the JVM, which come before those of the command
     */
    static Program parse(List<String> words, List<String> options) {
        return new JavaCommand(words, options).parse();
    }

    private Program parse() {
        while (next < words.size()) {
            String word = words.get(next);
            if (word.startsWith("@")) return new Program.Command(words);
            if (word.equals("-jar")) return jar();
            if (!word.startsWith("-") || MODULE.contains(word) || word.startsWith("--module=")) return main(word);
            next++;
            option(word);
        }
        return new Program.Command(words);
    }

    private void option(String word) {
        if (CLASS_PATH.contains(word)) {
            classPath = ClassPath.parse(value(word));
        } else if (word.startsWith("--class-path=")) {
            classPath = ClassPath.parse(word.substring(word.indexOf('=') + 1));
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
        if (classPath == null) classPath = ClassPath.ofEnvironment();
        boolean isClass = !word.startsWith("-") && !word.endsWith(".java");
        if (isClass) next++;
        return new Program.Java(words.get(0), options, classPath, isClass ? word : null, rest());
    }

    private List<String> rest() {
        return words.subList(next, words.size());
    }
}
