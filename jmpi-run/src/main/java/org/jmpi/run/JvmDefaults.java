package org.jmpi.run;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The options with which the JVMs of ranks start, unless the user has others. */
final class JvmDefaults {
    /** From which a JVM takes options that are not on its command line. */
    static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /**
     * What JVMs are started with whose threads share too few cores: the optimizing compiler takes a method ten times later than
     * usual. A compiler's thread takes whole time slices from ranks that others wait for.
     */
    static final List<String> OF_CROWDED_THREADS = List.of(
            "-XX:Tier4InvocationThreshold=50000",
            "-XX:Tier4MinInvocationThreshold=6000",
            "-XX:Tier4CompileThreshold=150000",
            "-XX:Tier4BackEdgeThreshold=400000");

    /** What JVMs are started with that share too few cores: both compilers take each method ten times later than usual. */
    static final List<String> OF_CROWDED_RANKS = Stream.concat(
                    Stream.of(
                            "-XX:Tier3InvocationThreshold=2000",
                            "-XX:Tier3MinInvocationThreshold=1000",
                            "-XX:Tier3CompileThreshold=20000"),
                    OF_CROWDED_THREADS.stream())
            .toList();

    /** Parts of options by which users choose an archive of their own, or none. */
    private static final List<String> OF_ARCHIVES = List.of("Shared", "Archive", "-Xshare", "AOT");

    private final String users;

    /**
     * @param options of the user, on the command line
     * @param variables the environment of the ranks as far as it is not jmpirun's own
     */
    JvmDefaults(List<String> options, Map<String, String> variables) {
        StringBuilder text = new StringBuilder(" ").append(String.join(" ", options));
        for (String name : VARIABLES) {
            String value = variables.getOrDefault(name, System.getenv(name));
            if (value != null) text.append(' ').append(value);
        }
        users = text.toString();
    }

    /** Returns the options for processes that are so many, one a rank, and have so many busy threads together. */
    static List<String> ofRanks(int ranks, int threads) {
        int cores = Runtime.getRuntime().availableProcessors();
        if (ranks > cores) return OF_CROWDED_RANKS;
        return threads > cores ? OF_CROWDED_THREADS : List.of();
    }

    /** Returns whether an archive is of any use to the user. */
    boolean takesArchive() {
        return OF_ARCHIVES.stream().noneMatch(this::says) && !hidesOptions();
    }

    private boolean hidesOptions() {
        return says("-XX:Flags=") || says("-XX:VMOptionsFile=") || says(" @");
    }

    private boolean says(String part) {
        return users.contains(part);
    }
}
