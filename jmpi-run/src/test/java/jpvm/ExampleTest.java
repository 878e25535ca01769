package jpvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The programs in examples/jpvm. */
@Timeout(120)
class ExampleTest {
    @TempDir
    static Path folder;

    @BeforeAll
    static void compile() throws Exception {
        List<String> words = new ArrayList<>(List.of("-Xlint:all", "-proc:none", "-d", folder.toString()));
        words.addAll(List.of("-cp", Jobs.classPath()));
        try (Stream<Path> files = Files.list(Path.of("..", "examples", "jpvm"))) {
            files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(words::add);
        }
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, words.toArray(String[]::new)));
    }

    private static String run(String transport, String... program) throws Exception {
        return Jobs.jmpirun(folder, 0, transport, folder.toString(), program);
    }

    @Test
    void hello() throws Exception {
        assertEquals("2 tasks\n" + "tag 12345: Hello from a task\n".repeat(2), run("shm", "hello", "2"));
    }

    @Test
    @Tag("job")
    void eachComputesWhatItShould() throws Exception {
        assertEquals("product of 60 x 60 by 3 tasks, wrong elements: 0\n", run("socket", "mat_mult", "60", "3"));
        assertEquals("largest difference from one task: 0.0\n", run("shm", "sor", "30", "3", "20"));
        String printed = run("socket", "comms1", "0.05");
        assertEquals(8, printed.lines().count(), printed);
        assertTrue(printed.contains("latency of a round trip: "), printed);
    }
}
