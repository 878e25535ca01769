package org.jmpi.run.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs by the Java API. The programs are commands, which start at once. */
class JobBuilderTest {
    private final List<String> out = new CopyOnWriteArrayList<>();
    private final List<String> err = new CopyOnWriteArrayList<>();

    @TempDir
    private Path folder;

    private JobBuilder shell(String script) {
        return new JobBuilder("sh", "-c", script).output(out::add).errors(err::add);
    }

    @Test
    void itReturnsTheOutputOfAllRanksFromTheFolder() throws Exception {
        RunningJob job = shell("pwd").ranks(2).directory(folder).start();
        assertEquals(0, job.await(), err::toString);
        String place = folder.toRealPath().toString();
        assertEquals(List.of(place, place), out);
        assertTrue(job.failures().isEmpty());
        assertFalse(job.isAlive());
    }

    @Test
    void rankZeroReadsTheFile() throws Exception {
        Path file = Files.writeString(folder.resolve("input"), "a line\n");
        RunningJob job = shell("cat").ranks(1).input(file).start();
        assertEquals(0, job.await(), err::toString);
        assertEquals(List.of("a line"), out);
    }

    @Test
    @Tag("full")
    void theFailureHasItsRank() throws Exception {
        RunningJob job =
                shell("test $JMPI_RANK = 1 && exit 7; exec sleep 50").ranks(2).start();
        assertEquals(7, job.await(), err::toString);
        assertEquals(Set.of(1), job.failures().keySet(), err::toString);
        assertTrue(job.failures().get(1).contains("exit code 7"), err::toString);
    }

    @Test
    @Tag("full")
    void theTimeLimitEndsIt() throws Exception {
        RunningJob job = shell("exec sleep 50")
                .ranks(1)
                .timeLimit(Duration.ofMillis(500))
                .start();
        assertEquals(110, job.await(), err::toString);
    }

    @Test
    @Tag("full")
    void stopEndsTheRanks() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        RunningJob job = shell("echo started; exec sleep 50")
                .ranks(1)
                .output(line -> started.countDown())
                .start();
        started.await();
        assertTrue(job.isAlive());
        job.stop();
        assertEquals(143, job.await(), err::toString);
    }

    /** Starts a job, prints the process of its rank, and ends at once. */
    static final class Starter {
        private Starter() {}

        public static void main(String[] args) throws Exception {
            CountDownLatch printed = new CountDownLatch(1);
            new JobBuilder("sh", "-c", "echo $$; exec sleep 50")
                    .ranks(1)
                    .output(pid -> {
                        System.out.println(pid);
                        printed.countDown();
                    })
                    .start();
            printed.await();
            Runtime.getRuntime().halt(0);
        }
    }

    @Test
    @Tag("full")
    void theEndOfTheJvmEndsTheRanks() throws Exception {
        Process starter = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Starter.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        long rank = Long.parseLong(starter.inputReader().readLine());
        assertEquals(0, starter.waitFor());
        Optional<ProcessHandle> process = ProcessHandle.of(rank);
        if (process.isPresent()) process.get().onExit().get(20, TimeUnit.SECONDS);
    }

    @Test
    @Tag("full")
    void aMistakeIsAnExitCode() throws Exception {
        assertEquals(2, shell("true").ranks(0).start().await());
        assertTrue(err.get(0).contains("-np 0"), err::toString);
    }
}
