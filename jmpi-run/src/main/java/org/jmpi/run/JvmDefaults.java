package org.jmpi.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The options with which the JVMs of ranks start, unless the user has others. */
final class JvmDefaults {
    /** From which a JVM takes options that are not on its command line. */
    static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /**
     * What JVMs are started with whose ranks leave no core to the compilers: the optimizing one (C2) takes up a method of the
     * program or the JDK ten times later than usual, as its thread takes whole time slices from ranks that others wait for.
     * JMPI's own methods, in which ranks wait for each other, are compiled twice as early as that, by C1 and by C2. The packages
     * of the JDK that a JVM runs through while it starts are compiled later still, also by C1, which else takes a sixth of the
     * time that an empty job takes.
     */
    static final List<String> OF_BUSY_CORES = List.of(
            "-XX:Tier4InvocationThreshold=50000",
            "-XX:Tier4MinInvocationThreshold=6000",
            "-XX:Tier4CompileThreshold=150000",
            "-XX:Tier4BackEdgeThreshold=400000",
            "-XX:CompileCommand=CompileThresholdScaling,java.lang.*::*,5.0",
            "-XX:CompileCommand=CompileThresholdScaling,java.util.*::*,5.0",
            "-XX:CompileCommand=CompileThresholdScaling,jdk.internal.*::*,5.0",
            "-XX:CompileCommand=CompileThresholdScaling,org.jmpi.*::*,0.5");

    /**
     * With which {@link #OF_BUSY_CORES} are completed where ranks on several cores are threads of a JVM: C2 takes up collective
     * operations as early as usual. Until then their methods count calls and branches in memory that all these ranks write to,
     * and a count takes as long as a cache line from core to core.
     */
    static final String OF_SHARED_COUNTERS = "-XX:CompileCommand=CompileThresholdScaling,org.jmpi.comm.coll.*::*,0.1";

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
     * With which a JVM whose threads are ranks keeps what one of them writes to for each message apart from what others look at:
     * it does so for classes of its own alone, else.
     */
    static final String LINES_APART = "-XX:-RestrictContended";

    /** With which a JVM leaves out what keeps lines apart: one of a single core shares them with nobody, and needs the cache. */
    static final String LINES_TOGETHER = "-XX:-EnableContended";

    /**
     * What each of several JVMs is started with that have a core each: the serial collector begins with new objects in memory that
     * the core's cache holds. Its own choice is meant for a program that has the host to itself, and each page that is written for
     * the first time costs a page fault.
     */
    static final String OF_SEVERAL_PROCESSES = "-XX:NewSize=16m";

    /** Options by which users choose a collector, and such as only one collector knows. */
    private static final Pattern COLLECTOR = Pattern.compile(
            "-XX:[+-]Use(\\w*GC|StringDeduplication)(?!\\w)|-XX:[+-]?(G1|Shenandoah)|-XX:.AggressiveHeap");

    private static final Pattern HEAP = Pattern.compile(
            "-Xm[nsx]|\\s-m[sx]\\d|NewSize|NewRatio|OldSize|HeapSize|MaxRAM|RAMPercentage|RAMFraction|AggressiveHeap");

    /** Options that stand in a file. */
    private static final Pattern HIDDEN = Pattern.compile("-XX:Flags=|-XX:VMOptionsFile=|\\s@");

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
        // The launcher takes them off, wherever they stand.
        users = text.toString().replaceAll("[\"']", "");
    }

    /**
     * Returns the options for the JVMs of a job. One whose collector the user chooses is left with that, as two are an error to it;
     * and where the user sizes the heap, it is all of the user's size.
     *
     * @param processes how many JVMs there are
     * @param ranks how many ranks are threads of each
     * @param threads how many threads of theirs must run for the ranks to exchange messages
     * @param oneCore whether each JVM has one core or less
     */
    List<String> ofRanks(int processes, int ranks, int threads, boolean oneCore) {
        int cores = Runtime.getRuntime().availableProcessors();
        List<String> options = new ArrayList<>();
        if (ranks > 1) options.add(LINES_APART);
        else if (oneCore) options.add(LINES_TOGETHER);
        if (processes * ranks > 1 && threads >= cores) {
            options.addAll(OF_BUSY_CORES);
            if (ranks > 1 && !oneCore) options.add(OF_SHARED_COUNTERS);
        }
        if (says(HIDDEN) || says(COLLECTOR)) return options;
        if (oneCore) options.add(OF_ONE_CORE);
        else if (ranks > 1) options.addAll(OF_RANK_THREADS);
        if (oneCore && processes > 1 && ranks == 1 && !says(HEAP)) options.add(OF_SEVERAL_PROCESSES);
        return options;
    }

    /** Returns whether an archive is of any use to the user. */
    boolean takesArchive() {
        return OF_ARCHIVES.stream().noneMatch(users::contains) && !says(HIDDEN);
    }

    private boolean says(Pattern option) {
        return option.matcher(users).find();
    }
}
