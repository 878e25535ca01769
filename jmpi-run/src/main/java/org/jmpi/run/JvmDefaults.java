package org.jmpi.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The options with which the JVMs of ranks start, unless the user has others. */
final class JvmDefaults {
    /** From which a JVM takes options that are not on its command line. */
    static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /**
     * What JVMs are started with that share too few cores: the optimizing compiler (C2) takes up a method ten times later than
     * usual. Its thread takes whole time slices from ranks that others wait for.
     */
    static final List<String> OF_CROWDED_RANKS = List.of(
            "-XX:Tier4InvocationThreshold=50000",
            "-XX:Tier4MinInvocationThreshold=6000",
            "-XX:Tier4CompileThreshold=150000",
            "-XX:Tier4BackEdgeThreshold=400000");

    /** What JVMs are started with in addition that outnumber the cores: JMPI's own methods are compiled twice as early as others. */
    static final List<String> OF_MANY_PROCESSES =
            List.of("-XX:CompileCommand=CompileThresholdScaling,org.jmpi.*::*,0.5");

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

    /**
     * Returns the options for the JVMs of a job that has several.
     *
     * @param processes how many there are
     * @param threads how many threads of theirs must run for the ranks to exchange messages
     */
    static List<String> ofRanks(int processes, int threads) {
        int cores = Runtime.getRuntime().availableProcessors();
        List<String> options = new ArrayList<>();
        if (threads > cores) options.addAll(OF_CROWDED_RANKS);
        if (processes > cores) options.addAll(OF_MANY_PROCESSES);
        return options;
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
