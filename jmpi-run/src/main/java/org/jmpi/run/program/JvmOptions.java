package org.jmpi.run.program;

import java.util.ArrayList;
import java.util.List;

/** Finds the options of the JVM in a command line. */
public final class JvmOptions {
    /** The option that makes {@code java} take the program for a source file, of a release of Java. */
    public static final String SOURCE = "--source";

    /** Options whose value is the next word, unless it is attached by '='. */
    public static final List<String> WITH_VALUE = List.of(
            "--add-opens",
            "--add-exports",
            "--add-modules",
            "--add-reads",
            "--enable-native-access",
            "--limit-modules",
            "--module-path",
            "-p",
            "--patch-module",
            SOURCE,
            "--upgrade-module-path");

    /** Options that the compiler of a source file needs, too. */
    private static final List<String> OF_COMPILER = List.of("--add-exports", "--add-modules", "--module-path", "-p");

    private static final List<String> EXACT = List.of(
            "-ea",
            "-enableassertions",
            "-da",
            "-disableassertions",
            "-esa",
            "-enablesystemassertions",
            "-dsa",
            "-disablesystemassertions",
            "-server",
            "-client",
            JavaRelease.ENABLE_PREVIEW);

    private static final List<String> PREFIXES = List.of(
            "-X",
            "-D",
            "-ea:",
            "-enableassertions:",
            "-da:",
            "-disableassertions:",
            "-agentlib:",
            "-agentpath:",
            "-javaagent:",
            "-verbose:",
            "-splash:",
            "--finalization=",
            "--illegal-native-access=",
            "--sun-misc-unsafe-memory-access=");

    private JvmOptions() {}

    static boolean meansSource(String word) {
        return word.equals(SOURCE) || word.startsWith(SOURCE + "=");
    }

    /** Divides the options of a JVM that runs a source file from those of the compiler, as {@code java} does. */
    public static DividedOptions divideForSource(List<String> options) {
        List<String> ofJvm = new ArrayList<>();
        List<String> ofCompiler = new ArrayList<>();
        for (int i = 0; i < options.size(); i++) {
            String option = options.get(i);
            boolean isSource = meansSource(option);
            String value = option.contains("=") ? option.substring(option.indexOf('=') + 1) : null;
            boolean apart = value == null && WITH_VALUE.contains(option) && i + 1 < options.size();
            if (isSource) {
                ofCompiler.addAll(List.of("--release", apart ? options.get(++i) : String.valueOf(value)));
                continue;
            }
            List<String> words = apart ? List.of(option, options.get(++i)) : List.of(option);
            ofJvm.addAll(words);
            if (OF_COMPILER.stream().anyMatch(option::startsWith)) ofCompiler.addAll(words);
            if (option.equals(JavaRelease.ENABLE_PREVIEW))
                ofCompiler.addAll(
                        List.of(option, "--release", "" + Runtime.version().feature()));
        }
        return new DividedOptions(ofJvm, ofCompiler);
    }

    public static boolean contains(String word) {
        return EXACT.contains(word) || PREFIXES.stream().anyMatch(word::startsWith);
    }
}
