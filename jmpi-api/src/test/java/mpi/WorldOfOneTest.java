package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program that no launcher has started, in a JVM of its own. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class WorldOfOneTest {
    @TempDir
    Path directory;

    private record Outcome(int code, String out, String err) {}

    private Outcome run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(LoneProgram.class.getName());
        command.addAll(List.of(arguments));
        File out = directory.resolve("out").toFile();
        File err = directory.resolve("err").toFile();
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out).redirectError(err);
        builder.environment().keySet().removeIf(name -> name.startsWith("JMPI_"));
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(50, TimeUnit.SECONDS), "the program does not end");
        } finally {
            process.destroyForcibly();
        }
        return new Outcome(process.exitValue(), text(out), text(err));
    }

    private static String text(File file) throws IOException {
        return Files.readString(file.toPath(), StandardCharsets.UTF_8);
    }

    @Test
    void startsAndEndsByItself() throws Exception {
        Outcome outcome = run("one", "two");
        assertEquals("", outcome.err);
        assertEquals(
                List.of("rank 0 of 1, one+two, 3 elements, last 3", "initialized true"),
                outcome.out.lines().toList());
        assertEquals(0, outcome.code);
    }

    @Test
    void abortEndsItWithItsCode() throws Exception {
        Outcome outcome = run("abort");
        assertEquals(7, outcome.code);
        assertTrue(outcome.err.contains("MPI.Abort") && outcome.err.contains("7"), outcome.err);
        assertFalse(outcome.out.contains("initialized"), outcome.out);
    }

    @Test
    void initIsRefusedTheSecondTime() throws Exception {
        Outcome outcome = run("twice");
        assertEquals(1, outcome.code);
        assertTrue(outcome.err.contains("MPI.Init has been called already"), outcome.err);
    }

    @Test
    void anExceptionEndsIt() throws Exception {
        Outcome outcome = run("throw");
        assertEquals(1, outcome.code);
        assertTrue(outcome.err.contains("thrown on purpose"), outcome.err);
    }
}
