package org.jmpi.run.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The options with which the JVMs of ranks start, unless the user has others.
 *
 * @param users the user's options, wherever they stand
 */
public record JvmDefaults(String users) {
    /** From which a JVM takes options that are not on its command line. */
    public static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /**
     * No file in {@code /tmp/hsperfdata_*}. Of JVMs that start together, one may find its file locked by another that
     * looks for files without a process. It then prints a warning on the standard output of its rank.
     */
    public static final String WITHOUT_PERFORMANCE_DATA = "-XX:-UsePerfData";

    /** The part of an option by which users choose: in most variables it would come before the command line. */
    private static final String PERFORMANCE_DATA = "UsePerfData";

    /**
     * Ranks that leave no core to the compilers: C2 waits for four times as many calls, as it takes time slices from
     * ranks.
     */
    public static final List<String> OF_BUSY_CORES = List.of(
            "-XX:Tier4InvocationThreshold=20000",
            "-XX:Tier4MinInvocationThreshold=2400",
            "-XX:Tier4CompileThreshold=60000",
            "-XX:Tier4BackEdgeThreshold=160000");

    /** A JVM of one core or less: the collector without threads, which HotSpot chooses if it sees one core. */
    static final String OF_ONE_CORE = "-XX:+UseSerialGC";

    /**
     * A JVM whose threads are ranks: a collector that is idle while they run, and no second write to a card that ranks
     * share.
     */
    static final List<String> OF_RANK_THREADS = List.of("-XX:+UseParallelGC", "-XX:+UseCondCardMark");

    /** A JVM of one rank and one core: no gaps, as no other core reads its cache lines. */
    static final String LINES_TOGETHER = "-XX:-EnableContended";

    /**
     * One of several JVMs of a core each: new objects in memory that the core's cache holds, instead of a page fault a
     * page.
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

    /**
     * @param options of the user, on the command line
     * @param variables the environment of the ranks as far as it is not jmpirun's own
     */
    public JvmDefaults(List<String> options, Map<String, String> variables) {
        this(text(options, variables));
    }

    private static String text(List<String> options, Map<String, String> variables) {
        StringBuilder text = new StringBuilder(" ").append(String.join(" ", options));
        for (String name : VARIABLES) {
            String value = variables.getOrDefault(name, System.getenv(name));
            if (value != null) text.append(' ').append(value);
        }
        // The launcher takes them off, wherever they stand.
        return text.toString().replaceAll("[\"']", "");
    }

    /**
     * Returns the options for the JVMs of a job on one host. One whose collector the user chooses is left with that, as
     * two are an error to it; and where the user sizes the heap, it is all of the user's size.
     *
     * @param cores how many cores the host has for them
     * @param processes how many JVMs there are
     * @param ranks how many ranks are threads of each
     * @param threads how many threads of theirs must run for the ranks to exchange messages
     * @param oneCore whether each JVM has one core or less
     */
    public List<String> ofRanks(int cores, int processes, int ranks, int threads, boolean oneCore) {
        List<String> options = new ArrayList<>();
        if (!users.contains(PERFORMANCE_DATA)) options.add(WITHOUT_PERFORMANCE_DATA);
        if (ranks == 1 && oneCore) options.add(LINES_TOGETHER);
        if (processes * ranks > 1 && threads >= cores) options.addAll(OF_BUSY_CORES);
        if (says(HIDDEN) || says(COLLECTOR)) return options;
        if (oneCore) options.add(OF_ONE_CORE);
        else if (ranks > 1) options.addAll(OF_RANK_THREADS);
        if (oneCore && processes > 1 && ranks == 1 && !says(HEAP)) options.add(OF_SEVERAL_PROCESSES);
        return options;
    }

    /** Returns whether an archive is of any use to the user. */
    public boolean takesArchive() {
        return OF_ARCHIVES.stream().noneMatch(users::contains) && !says(HIDDEN);
    }

    private boolean says(Pattern option) {
        return option.matcher(users).find();
    }
}
