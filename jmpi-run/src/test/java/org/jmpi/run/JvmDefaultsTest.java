package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmDefaultsTest {
    private static final int CORES = Runtime.getRuntime().availableProcessors();

    @Test
    void ranksThatShareCoresCompileLater() {
        assertEquals(List.of(), compilersOf(CORES, CORES));
        assertEquals(List.of(), compilersOf(1, CORES + 1));
        if (CORES > 1) assertEquals(JvmDefaults.OF_CROWDED_RANKS, compilersOf(CORES, CORES + 1));
        List<String> ofMany = new ArrayList<>(JvmDefaults.OF_CROWDED_RANKS);
        ofMany.addAll(JvmDefaults.OF_MANY_PROCESSES);
        assertEquals(ofMany, compilersOf(CORES + 1, CORES + 1));
    }

    private static List<String> compilersOf(int processes, int threads) {
        List<String> options = new ArrayList<>(new JvmDefaults(List.of(), Map.of()).ofRanks(processes, 1, threads));
        options.removeAll(List.of(JvmDefaults.OF_ONE_CORE, JvmDefaults.OF_SEVERAL_PROCESSES));
        return options;
    }

    @Test
    void aJvmWithACoreOrLessCollectsWithoutThreads() {
        assertTrue(with("-Xss1m").ofRanks(CORES, 1, CORES).contains(JvmDefaults.OF_ONE_CORE));
        assertTrue(with("-XX:+UseGCOverheadLimit").ofRanks(CORES + 1, 1, CORES).contains(JvmDefaults.OF_ONE_CORE));
        assertFalse(with("-Xss1m").ofRanks(CORES - 1, 1, CORES).contains(JvmDefaults.OF_ONE_CORE));
    }

    @Test
    void aJvmWhoseThreadsAreRanksIsCollectedWhileTheyStand() {
        assumeTrue(CORES > 1, "one core: the collector without threads");
        assertEquals(JvmDefaults.OF_RANK_THREADS, with("-Xss1m").ofRanks(1, 2, 2));
        assertEquals(List.of(), with("-Xss1m").ofRanks(1, 1, 1));
        assertEquals(List.of(), with("-XX:+UseG1GC").ofRanks(1, 2, 2));
    }

    @Test
    void oneOfSeveralJvmsTakesLittleMemoryForNewObjects() {
        assertTrue(with("-Xss1m").ofRanks(2, 1, 2).contains(JvmDefaults.OF_SEVERAL_PROCESSES));
        assertFalse(with("-Xss1m").ofRanks(1, 1, 1).contains(JvmDefaults.OF_SEVERAL_PROCESSES));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:+UseG1GC",
                "-XX:+UseSerialGC",
                "-XX:-UseParallelGC",
                "-XX:+UseZGC",
                "-XX:Flags=a",
                "@options"
            })
    void aCollectorOfTheUsersIsTheOnlyOne(String option) {
        assertFalse(with(option).ofRanks(CORES, 1, CORES).contains(JvmDefaults.OF_ONE_CORE));
        for (String variable : JvmDefaults.VARIABLES)
            assertFalse(new JvmDefaults(List.of(), Map.of(variable, option + " -ea"))
                    .ofRanks(CORES, 1, CORES)
                    .contains(JvmDefaults.OF_ONE_CORE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xmx20m",
                "-Xms8g",
                "-Xmn1g",
                "-XX:MaxHeapSize=20m",
                "-XX:NewRatio=1",
                "-XX:MaxNewSize=9m",
                "-XX:MaxRAM=1g",
                "-XX:MaxRAMPercentage=50",
                "-XX:VMOptionsFile=a"
            })
    void whoeverSizesTheHeapSizesAllOfIt(String option) {
        assertFalse(with(option).ofRanks(2, 1, 2).contains(JvmDefaults.OF_SEVERAL_PROCESSES));
    }

    private static JvmDefaults with(String option) {
        return new JvmDefaults(List.of("-ea", option), Map.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-Xshare:off", "-XX:SharedArchiveFile=a.jsa", "-XX:ArchiveClassesAtExit=a.jsa", "-XX:AOTCache=a"
            })
    void anArchiveOfTheUsersIsTheOnlyOne(String option) {
        assertFalse(with(option).takesArchive());
        for (String variable : JvmDefaults.VARIABLES)
            assertFalse(new JvmDefaults(List.of(), Map.of(variable, "-ea " + option)).takesArchive());
        assertTrue(new JvmDefaults(List.of("-Xmx1g", "-Da=b@c"), Map.of()).takesArchive());
    }
}
