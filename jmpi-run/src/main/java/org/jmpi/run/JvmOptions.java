package org.jmpi.run;

import java.util.List;

/** Which words of a command line are options of the JVM. */
final class JvmOptions {
    /** The option that makes {@code java} take the program for a source file, of a release of Java. */
    static final String SOURCE = "--source";

    /** Options whose value is the next word, unless it is attached by '='. */
    static final List<String> WITH_VALUE = List.of(
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
            "--enable-preview");

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

    static boolean contains(String word) {
        return EXACT.contains(word) || PREFIXES.stream().anyMatch(word::startsWith);
    }
}
