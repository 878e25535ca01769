package org.jmpi.run.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmDefaultsTest {
    /** Leaves the options that the other tests are about. */
    private static final String PERFORMANCE_DATA = "-XX:+UsePerfData";

    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final int SEVERAL = 2;

    /** So few that the compilers have a core, however few this machine has. */
    private static final int NO_THREADS = 0;

    @Test
    void ranksWriteNoPerformanceData() {
        JvmDefaults defaults = new JvmDefaults(List.of("-ea"), withoutVariables());
        assertEquals(List.of(JvmDefaults.WITHOUT_PERFORMANCE_DATA), defaults.ofRanks(CORES, 1, 1, NO_THREADS, false));
    }

    @Test
    void whoeverAsksForPerformanceDataHasThem() {
        JvmDefaults onCommandLine = new JvmDefaults(List.of(PERFORMANCE_DATA), withoutVariables());
        assertEquals(List.of(), onCommandLine.ofRanks(CORES, 1, 1, NO_THREADS, false));
        for (String variable : JvmDefaults.VARIABLES) {
            Map<String, String> variables = withoutVariables();
            variables.put(variable, "-ea " + PERFORMANCE_DATA);
            assertEquals(List.of(), new JvmDefaults(List.of(), variables).ofRanks(CORES, 1, 1, NO_THREADS, false));
        }
    }

    @Test
    void ranksThatLeaveNoCoreToTheCompilersCompileLater() {
        assertEquals(List.of(), with("-ea").ofRanks(CORES, 1, 1, CORES + 1, false));
        if (CORES > 1) assertEquals(List.of(), with("-ea").ofRanks(CORES, CORES, 1, CORES - 1, false));
        if (CORES > 1) assertEquals(JvmDefaults.OF_BUSY_CORES, with("-ea").ofRanks(CORES, CORES, 1, CORES, false));
        assertEquals(JvmDefaults.OF_BUSY_CORES, with("-ea").ofRanks(CORES, CORES + 1, 1, CORES + 1, false));
        List<String> ofThreads = new ArrayList<>(JvmDefaults.OF_BUSY_CORES);
        ofThreads.addAll(JvmDefaults.OF_RANK_THREADS);
        assertEquals(ofThreads, with("-ea").ofRanks(CORES, 1, CORES + 1, CORES + 1, false));
        List<String> ofOneCore = new ArrayList<>(JvmDefaults.OF_BUSY_CORES);
        ofOneCore.add(JvmDefaults.OF_ONE_CORE);
        assertEquals(ofOneCore, with("-ea").ofRanks(CORES, CORES, 2, 2 * CORES, true));
    }

    @Test
    void aJvmWithOneCoreCollectsWithoutThreads() {
        assertEquals(
                List.of(JvmDefaults.LINES_TOGETHER, JvmDefaults.OF_ONE_CORE),
                ofOneCore("-XX:+UseGCOverheadLimit", 1, 1));
        assertEquals(List.of(JvmDefaults.OF_ONE_CORE), ofOneCore("-ea", 1, 4));
        assertEquals(
                List.of(JvmDefaults.LINES_TOGETHER, JvmDefaults.OF_ONE_CORE, JvmDefaults.OF_SEVERAL_PROCESSES),
                ofOneCore("-Xss1m", SEVERAL, 1));
        assertEquals(List.of(JvmDefaults.OF_ONE_CORE), ofOneCore("-Xss1m", SEVERAL, 2));
    }

    @Test
    void aJvmWhoseThreadsAreRanksCollectsInParallel() {
        assertEquals(JvmDefaults.OF_RANK_THREADS, with("-Xmx1g").ofRanks(CORES, 1, 2, NO_THREADS, false));
        assertEquals(List.of(), with("-Xmx1g").ofRanks(CORES, 1, 1, NO_THREADS, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:+UseG1GC",
                "-XX:+UseSerialGC",
                "-XX:-UseParallelGC",
                "-XX:+UseZGC",
                "-XX:+\"UseG1GC\"",
                "-XX:G1HeapRegionSize=4m",
                "-XX:+UseStringDeduplication",
                "-XX:+AggressiveHeap",
                "-XX:Flags=a",
                "-XX:VMOptionsFile=a",
                "@options",
                "\t@options",
                "\n'@options'"
            })
    void aCollectorOfTheUsersIsTheOnlyOne(String option) {
        assertEquals(List.of(JvmDefaults.LINES_TOGETHER), ofOneCore(option, SEVERAL, 1));
        assertEquals(List.of(), with(option).ofRanks(CORES, 1, 2, NO_THREADS, false));
        for (String variable : JvmDefaults.VARIABLES)
            assertEquals(List.of(), withVariable(variable, "-ea " + option).ofRanks(CORES, 1, 2, NO_THREADS, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xmx20m",
                "-Xms8g",
                "-mx16m",
                "-Xmn1g",
                "-XX:MaxHeapSize=20m",
                "-XX:NewRatio=1",
                "-XX:OldSize=8m",
                "-XX:MaxNewSize=9m",
                "-XX:MaxRAM=1g",
                "-XX:MaxRAMPercentage=50"
            })
    void whoeverSizesTheHeapSizesAllOfIt(String option) {
        assertEquals(List.of(JvmDefaults.LINES_TOGETHER, JvmDefaults.OF_ONE_CORE), ofOneCore(option, SEVERAL, 1));
    }

    private static List<String> ofOneCore(String option, int processes, int ranks) {
        return with(option).ofRanks(CORES, processes, ranks, NO_THREADS, true);
    }

    private static JvmDefaults with(String option) {
        return new JvmDefaults(List.of("-ea", PERFORMANCE_DATA, option), withoutVariables());
    }

    private static JvmDefaults withVariable(String variable, String options) {
        Map<String, String> variables = withoutVariables();
        variables.put(variable, options);
        return new JvmDefaults(List.of(PERFORMANCE_DATA), variables);
    }

    /** Those of the machine that runs the test may say anything. */
    private static Map<String, String> withoutVariables() {
        Map<String, String> variables = new HashMap<>();
        for (String name : JvmDefaults.VARIABLES) variables.put(name, "");
        return variables;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-Xshare:off", "-XX:SharedArchiveFile=a.jsa", "-XX:ArchiveClassesAtExit=a.jsa", "-XX:AOTCache=a"
            })
    void anArchiveOfTheUsersIsTheOnlyOne(String option) {
        assertFalse(with(option).takesArchive());
        for (String variable : JvmDefaults.VARIABLES)
            assertFalse(withVariable(variable, "-ea " + option).takesArchive());
        assertTrue(new JvmDefaults(List.of("-Xmx1g", "-Da=b@c"), withoutVariables()).takesArchive());
    }
}
