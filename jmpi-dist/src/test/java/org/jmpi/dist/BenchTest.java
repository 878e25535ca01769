package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The comparison, as users start it. */
class BenchTest {
    private static final int LIMIT_SECONDS = 150;

    @TempDir
    Path folder;

    @Test
    @Tag("full")
    @Timeout(LIMIT_SECONDS + 10)
    void aQuickRunLeavesTablesAndCharts() throws Exception {
        List<String> words = new ArrayList<>(List.of("bench", "--quick", "--reps", "1", "--only", "pingpong"));
        words.addAll(List.of("--transport", "threads,socket", "--out", "report"));
        Distribution.Ended ended = Distribution.run(folder, LIMIT_SECONDS, words);
        assertEquals(0, ended.exitCode(), ended::toString);
        assertTrue(ended.out().get(0).startsWith("[1/2] repetition 1, pingpong np 2, threads: "), ended::toString);
        assertEquals(
                "2 of 2 runs measured; report: report/README.md", ended.out().get(2));
        String page = Files.readString(folder.resolve("report/README.md"));
        assertTrue(page.contains("| bytes, 2 ranks | threads | socket |"), page);
        assertTrue(page.contains("![pingpong-np2](pingpong-np2.png)"), page);
        assertTrue(Files.size(folder.resolve("report/pingpong-np2.png")) > 0);
        assertEquals(
                1 + 2 * 6,
                Files.readAllLines(folder.resolve("report/results.csv")).size());
    }

    @Test
    void aUselessCommandLineIsRefusedInOneLine() throws Exception {
        Distribution.Ended ended = Distribution.run(folder, LIMIT_SECONDS, List.of("bench", "--transport", "pigeon"));
        assertEquals(2, ended.exitCode());
        assertEquals(1, ended.err().size(), ended::toString);
        String message = "jmpirun bench: --transport pigeon: no such transport; there are threads, ";
        assertTrue(ended.err().get(0).startsWith(message), ended::toString);
        assertEquals(List.of(), ended.out());
    }
}
