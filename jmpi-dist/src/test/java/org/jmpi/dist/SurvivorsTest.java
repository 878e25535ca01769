package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.dist.Distribution.Ended;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program of the guide that outlives the death of ranks: each run ends with the same result. */
@Timeout(180)
class SurvivorsTest {
    private static final int SECONDS = 100;
    private static final Path SOURCE = Path.of("..", "examples", "guide", "Survivors.java");
    private static final String RESULT = "heat after 1000 steps: 1734.793";

    @TempDir
    static Path folder;

    @BeforeAll
    static void compile() throws Exception {
        Path copy = Files.copy(SOURCE, folder.resolve("Survivors.java"));
        Sources.compile(List.of(copy), Distribution.classPath(), folder.resolve("classes"));
    }

    private static List<String> run(String transport, String... deaths) throws Exception {
        List<String> words = new ArrayList<>(List.of("--timeout", "" + (SECONDS - 10), "--continue"));
        words.addAll(List.of("-np", "6", "--transport", transport, "-cp", "classes", "Survivors"));
        words.addAll(List.of(deaths));
        Ended ended = Distribution.run(folder, SECONDS, words);
        assertEquals(1, ended.exitCode(), ended::toString);
        return ended.out();
    }

    @Test
    void twoRanksDie() throws Exception {
        List<String> expected = List.of("5 ranks go on from step 300", "4 ranks go on from step 700", RESULT);
        assertEquals(expected, run("auto", "2:350", "4:701"));
    }

    @Test
    void newProcessesTakeThePlaceOfTwoRanks() throws Exception {
        List<String> expected = List.of("6 ranks go on from step 300", "6 ranks go on from step 700", RESULT);
        assertEquals(expected, run("auto", "refill", "2:350", "4:701"));
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"socket", "rmi"})
    void newProcessesTakeThePlaceOfTheFirstRank(String transport) throws Exception {
        List<String> expected = List.of("6 ranks go on from step 0", "6 ranks go on from step 900", RESULT);
        assertEquals(expected, run(transport, "refill", "0:0", "5:999"));
    }

    /** Rank 0 ends before another one is connected to it. */
    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"auto", "socket", "rmi"})
    void theFirstRankDiesAtTheStart(String transport) throws Exception {
        List<String> expected = List.of("5 ranks go on from step 0", "4 ranks go on from step 900", RESULT);
        assertEquals(expected, run(transport, "0:0", "5:999"));
    }

    @Tag("full")
    @Test
    void neighboursDieAtATime() throws Exception {
        List<String> lines = run("auto", "2:150", "3:150");
        assertEquals("4 ranks go on from step 100", lines.get(lines.size() - 2));
        assertEquals(RESULT, lines.get(lines.size() - 1));
    }
}
