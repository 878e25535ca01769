package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A layer in a module of its own: the example of docs/layers.md. */
@Timeout(180)
class LayerTest {
    private static final Path EXAMPLE = Path.of("..", "examples", "layer");
    private static final Path SOURCE = EXAMPLE.resolve("counting/Counting.java");
    private static final Path SERVICE = Path.of("META-INF", "services", "org.jmpi.comm.frame.Layer");
    private static final int RANKS = 3;

    @TempDir
    private Path folder;

    private Path classes;

    @BeforeEach
    void compile() throws Exception {
        classes = folder.resolve("classes");
        Sources.compile(List.of(SOURCE), Distribution.classPath(), classes);
        Path service = classes.resolve(SERVICE);
        Files.createDirectories(service.getParent());
        Files.copy(EXAMPLE.resolve(SERVICE), service);
    }

    private static List<String> counts(int ranks, int answers) {
        int processors = answers * Runtime.getRuntime().availableProcessors();
        return IntStream.range(0, ranks)
                .mapToObj(rank -> "rank " + rank + ": " + answers + " answers, " + processors + " processors")
                .toList();
    }

    private List<String> run(String... words) throws Exception {
        return Distribution.jmpirun(folder, List.of(words)).stream().sorted().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm", "socket", "rmi"})
    void eachRankAnswersEachRank(String transport) throws Exception {
        String[] words = {"-np", "" + RANKS, "--transport", transport, "-cp", classes.toString(), "counting.Counting"};
        assertEquals(counts(RANKS, RANKS), run(words));
    }

    @Test
    void aLayerIsFoundInItsModule() throws Exception {
        Path module = folder.resolve("module");
        String lib = Distribution.FOLDER.resolve("lib").toString();
        String[] words = {"--module-path", lib, "-d", "" + module, "" + SOURCE, "" + EXAMPLE.resolve("module-info.java")
        };
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, words));
        String main = "org.jmpi.examples.counting/counting.Counting";
        assertEquals(counts(RANKS, RANKS), run("-np", "" + RANKS, "--module-path", module.toString(), "-m", main));
    }

    @Test
    void aProgramOfTheJobThatLacksItIsNamed() throws Exception {
        List<String> expected = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++)
            expected.add("rank " + rank + ": rank 2 has no layer org.jmpi.examples.counting, which rank " + rank
                    + " sends frames by: put it into the class path or module path of both");
        expected.addAll(counts(2, 2));
        expected.add("Hello from rank 2 of 3");
        List<String> lines = run("-np", "2", "-cp", classes.toString(), "counting.Counting", ":", "-np", "1", "hello");
        assertEquals(
                expected.stream().sorted().toList(),
                lines.stream()
                        .map(line -> line.replaceFirst("(Hello from rank . of .).*", "$1"))
                        .toList());
    }
}
