package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The papers' experiments, as users repeat them. */
class FiguresTest {
    private static final int LIMIT_SECONDS = 150;

    @TempDir
    Path folder;

    @Test
    @Tag("full")
    @Timeout(LIMIT_SECONDS + 10)
    void aQuickRunLeavesBothPagesAndTheirCharts() throws Exception {
        List<String> words = List.of(
                "figures", "--quick", "--transport", "threads", "--only", "pingpong,matrix", "--report", "report");
        Distribution.Ended ended = Distribution.run(folder, LIMIT_SECONDS, words);
        assertEquals(0, ended.exitCode(), ended::toString);
        assertEquals(
                "9 of 9 runs measured; report: report/README.md", ended.out().get(9), ended::toString);
        String jmpi = Files.readString(folder.resolve("report/README.md"));
        assertTrue(jmpi.contains("| bytes | threads |"), jmpi);
        assertTrue(jmpi.contains("![figure-1](figure-1.png)"), jmpi);
        assertTrue(jmpi.contains("| ranks as threads of one JVM | threads | "), jmpi);
        String rpc = Files.readString(folder.resolve("report/rpc.md"));
        assertTrue(rpc.contains("| workers | threads | java-rmi | onc-rpc |"), rpc);
        for (String chart : List.of("figure-1", "latency", "bandwidth", "matrix"))
            assertTrue(Files.size(folder.resolve("report").resolve(chart + ".png")) > 0, chart);
        assertFalse(jmpi.contains("## Failures"), jmpi);
    }

    @Test
    void noProgramGetsWhatIsThereForComparison() throws IOException {
        assertFalse(Distribution.classPath().contains("oncrpc4j"), Distribution.classPath());
        try (Stream<Path> jars = Files.list(Path.of("target", "jmpi", "lib", "rpc"))) {
            List<String> names = jars.map(jar -> jar.getFileName().toString()).toList();
            assertTrue(names.stream().anyMatch(name -> name.startsWith("oncrpc4j-core-")), names::toString);
            assertFalse(names.stream().anyMatch(name -> name.startsWith("jmpi-comm-")), names::toString);
        }
    }

    @Test
    void aUselessCommandLineIsRefusedInOneLine() throws Exception {
        Distribution.Ended ended = Distribution.run(folder, LIMIT_SECONDS, List.of("figures", "--only", "all"));
        assertEquals(2, ended.exitCode());
        assertEquals(
                List.of("jmpirun figures: --only all: must be one of pingpong, mandelbrot, costs, matrix"),
                ended.err());
    }
}
