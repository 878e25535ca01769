package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program that is started without a launcher, in a JVM of its own, is a world of one. */
@Timeout(60)
class LoneWorldTest {
    /** How a program ended, and what it wrote on both streams. */
    private record End(int code, String text) {}

    private static End run(Map<String, String> environment, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                LoneProgram.class.getName()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("JMPI_"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(process.waitFor(30, TimeUnit.SECONDS), text);
            return new End(process.exitValue(), text);
        } finally {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest(name = "{0}: exit code {1}")
    @CsvSource({"finalize,0", "return,0", "abort,5", "throw,1", "fatal,1", "errors abort,1"})
    void aProgramWithoutALauncherIsAWorldOfOne(String how, int code) throws Exception {
        End end = run(Map.of(), how, "second argument");
        assertTrue(end.text().startsWith("fine"), end.text());
        assertEquals(code, end.code(), end.text());
        if (how.equals("abort"))
            assertTrue(end.text().contains("rank 0 called MPI.Abort with code 5: no work left"), end.text());
        if (how.equals("throw")) assertTrue(end.text().contains("IllegalStateException: as asked"), end.text());
        if (how.equals("fatal") || how.equals("errors abort")) {
            assertTrue(end.text().contains("MPIException: MPI.ERR_RANK: destination out of range: rank=1"), end.text());
            assertTrue(end.text().contains("\tat mpi.LoneProgram.main("), end.text());
        }
        if (code == 0) assertEquals("fine", end.text().strip());
    }

    @Test
    void aBadSettingIsRefusedByInit() throws Exception {
        End end = run(Map.of("JMPI_EAGER_WINDOW", "much"), "finalize");
        assertEquals(1, end.code(), end.text());
        assertTrue(
                end.text().contains("MPIException: MPI.ERR_ARG: setting jmpi.eager.window is not a whole number: much"),
                end.text());
    }

    @Test
    void aLauncherThatPassedHalfOfItIsNoReasonForAWorldOfOne() throws Exception {
        End end = run(Map.of("JMPI_RANK", "0"), "finalize");
        assertEquals(1, end.code(), end.text());
        assertTrue(
                end.text().contains("MPIException: MPI.ERR_ARG: JMPI_SIZE is not set, though JMPI_RANK is"),
                end.text());
    }
}
