package org.jmpi.run.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
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
        assertEquals(Map.of(1, "rank 1 ended with exit code 7"), job.failures());
    }

    @Test
    void aRankThatFailsIsNotReadFromTheOutput() throws Exception {
        RunningJob job = shell("echo \"jmpirun: rank $NUMBER failed\" >&2")
                .ranks(1)
                .variable("NUMBER", "0")
                .start();
        assertEquals(0, job.await(), err::toString);
        assertEquals(List.of("jmpirun: rank 0 failed"), err);
        assertEquals(Map.of(), job.failures());
    }

    @Test
    @Tag("full")
    void killEndsTheRanks() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        RunningJob job = shell("trap '' TERM; echo started; while :; do sleep 1; done")
                .ranks(1)
                .output(line -> started.countDown())
                .start();
        started.await();
        job.kill();
        assertEquals(137, job.await(), err::toString);
        assertEquals(Map.of(), job.failures());
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
                    .temporary(Path.of(args[0]))
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
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Files.createFile(temporary.resolve("file"));
        Process starter = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Starter.class.getName(),
                        temporary.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        long rank = Long.parseLong(starter.inputReader().readLine());
        assertEquals(0, starter.waitFor());
        Optional<ProcessHandle> process = ProcessHandle.of(rank);
        if (process.isPresent()) process.get().onExit().get(60, TimeUnit.SECONDS);
        assertFalse(Files.exists(temporary));
    }

    @Test
    @Tag("full")
    void aMistakeIsAnExitCode() throws Exception {
        assertEquals(2, shell("true").ranks(0).start().await());
        assertTrue(err.get(0).contains("-np 0"), err::toString);
    }

    /** The example of the Javadoc, which docs/launching.md has, too. */
    @Test
    void theExampleRuns() throws Exception {
        String javadoc =
                Files.readString(Path.of("src", "main", "java", "org", "jmpi", "run", "job", "JobBuilder.java"));
        String example = javadoc.substring(javadoc.indexOf("{@code\n") + 7, javadoc.indexOf(" * }</pre>"))
                .replaceAll("(?m)^ \\* ?", "");
        assertTrue(
                Files.readString(Path.of("..", "docs", "launching.md")).contains("```\n" + example + "```"), example);

        compile(
                "Main",
                "package com.acme; public class Main { public static void main(String[] words) {"
                        + " System.out.println(words[0]); } }");
        Path main = folder.resolve(Path.of("com", "acme", "Main.class"));
        try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(folder.resolve("app.jar")))) {
            jar.putNextEntry(new ZipEntry("com/acme/Main.class"));
            Files.copy(main, jar);
        }
        Files.delete(main);
        compile(
                "Server",
                "import java.time.Duration; import java.util.logging.Logger; import org.jmpi.run.job.*;"
                        + " class Server { public static void main(String[] args) throws Exception {"
                        + " Logger log = Logger.getLogger(\"server\"); " + example + "} }");
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path") + File.pathSeparator + folder,
                        "Server")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        List<String> log = server.inputReader()
                .lines()
                .filter(line -> line.startsWith("INFO"))
                .toList();
        assertEquals(Collections.nCopies(4, "INFO: input.txt"), log);
        assertEquals(0, server.waitFor());
    }

    private void compile(String name, String source) throws Exception {
        Path file = Files.writeString(folder.resolve(name + ".java"), source);
        String[] words = {"-cp", System.getProperty("java.class.path"), "-d", folder.toString(), file.toString()};
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, words));
    }
}
