package org.jmpi.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The options with which the JVMs of ranks start, unless the user has others. */
final class JvmDefaults {
    private static final int CORES = Runtime.getRuntime().availableProcessors();

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

    /**
     * What JVMs are started with that have a core each, or less: the collector without threads of its own, which HotSpot takes
     * by itself if it sees one core.
     */
    static final String OF_ONE_CORE = "-XX:+UseSerialGC";

    /**
     * What JVMs are started with whose threads are ranks: a collector that does nothing while the ranks run, neither in threads of
     * its own nor, as G1, at most references that a rank stores; and a card is not written again that is marked already, as its
     * line may be another rank's, too.
     */
    static final List<String> OF_RANK_THREADS = List.of("-XX:+UseParallelGC", "-XX:+UseCondCardMark");

    /**
     * What each of several JVMs is started with: new objects get memory that its core's cache holds. The JVM's own choice is
     * meant for a program that has the host to itself, and each page that is written for the first time costs a page fault.
     */
    static final String OF_SEVERAL_PROCESSES = "-XX:NewSize=32m";

    private static final Pattern COLLECTOR = Pattern.compile("-XX:[+-]Use\\w*GC(?!\\w)");

    private static final Pattern HEAP =
            Pattern.compile("-Xm[nsx]|NewSize|NewRatio|HeapSize|MaxRAM|RAMPercentage|RAMFraction");

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
     * Returns the options for the JVMs of a job. Where the user chooses a collector, or the size of the heap, the JVM gets no other:
     * two collectors, and new objects that need more than the heap, are errors to it.
     *
     * @param processes how many JVMs there are
     * @param ranks how many ranks are threads of each
     * @param threads how many threads of theirs must run for the ranks to exchange messages
     */
    List<String> ofRanks(int processes, int ranks, int threads) {
        List<String> options = new ArrayList<>();
        boolean several = processes > 1;
        if (several && threads > CORES) options.addAll(OF_CROWDED_RANKS);
        if (processes > CORES) options.addAll(OF_MANY_PROCESSES);
        if (hidesOptions()) return options;
        if (!says(COLLECTOR)) {
            if (processes >= CORES) options.add(OF_ONE_CORE);
            else if (ranks > 1) options.addAll(OF_RANK_THREADS);
        }
        if (several && !says(HEAP)) options.add(OF_SEVERAL_PROCESSES);
        return options;
    }

    /** Returns whether an archive is of any use to the user. */
    boolean takesArchive() {
        return OF_ARCHIVES.stream().noneMatch(this::says) && !hidesOptions();
    }

    private boolean hidesOptions() {
        return says("-XX:Flags=") || says("-XX:VMOptionsFile=") || says(" @");
    }

    private boolean says(Pattern option) {
        return option.matcher(users).find();
    }

    private boolean says(String part) {
        return users.contains(part);
    }
}
