package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jmpi.run.program.JavaCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job of processes that fails: what jmpirun says, its exit code, and that nobody is left. */
@Timeout(120)
class FailureTest {
    @Test
    void aRankThatThrows() throws Exception {
        try (Launch launch = Launch.ranks(4, "all:join", "2:throw=boom", "all:wait")) {
            launch.expect(1);
            assertTrue(
                    launch.err().contains("IllegalStateException: boom\n\tat org.jmpi.run.RankProgram."), launch.err());
            assertEquals(
                    List.of("jmpirun: rank 2 ended with exit code 1: java.lang.IllegalStateException: boom"),
                    launch.said());
        }
    }

    @Test
    void aReportThatArrivesAfterTheEndOfItsProcess() throws Exception {
        try (Launch launch = Launch.ranks(1, "all:heir=failed=java.lang.Error: last words")) {
            launch.expect(1);
            assertEquals(List.of("jmpirun: rank 0 failed: java.lang.Error: last words"), launch.said());
        }
    }

    @Test
    void aLostPeerIsTheCauseIfNobodyDied() throws Exception {
        try (Launch launch = Launch.ranks(2, "all:join", "0:peer-lost=1", "all:wait")) {
            launch.expect(1);
            assertEquals(List.of("jmpirun: rank 0 lost rank 1: connection reset"), launch.said());
        }
    }

    @Test
    void aRankThatNeverJoins() throws Exception {
        try (Launch launch = Launch.ranks(3, "!1:join")) {
            launch.expect(1);
            assertEquals(
                    List.of("jmpirun: rank 1 ended with exit code 0 but never called MPI.Init, in which others wait "
                            + "for it"),
                    launch.said());
        }
    }

    @Test
    void ranksThatIgnoreSigtermAndTheirChildrenEndToo() throws Exception {
        try (Launch launch = Launch.ranks(3, "all:ignore-sigterm", "all:child", "all:pid", "all:wait")) {
            List<ProcessHandle> ranks = launch.awaitPids(6).stream()
                    .filter(process -> JavaCommand.is(process.info().command().orElse("")))
                    .collect(Collectors.toList());
            assertEquals(3, ranks.size());
            long start = System.nanoTime();
            ranks.get(0).destroyForcibly();
            launch.expect(137);
            Duration taken = Duration.ofNanos(System.nanoTime() - start);
            assertTrue(taken.compareTo(Duration.ofSeconds(30)) < 0, "took " + taken);
            assertTrue(launch.said().get(0).endsWith(" was killed by signal 9 (SIGKILL)"), launch.err());
        }
    }

    @Test
    void childrenOfARankThatEndsWellEndToo() throws Exception {
        try (Launch launch = Launch.ranks(2, "all:child", "all:join")) {
            launch.expect(0);
            assertEquals(2, launch.out().lines().count());
        }
    }

    @Test
    void aSignalToJmpirunEndsEveryRankAndTheRecordings(@TempDir Path folder) throws Exception {
        List<String> options = List.of("-np", "3", "--record", folder.toString(), "-Djmpi.end.grace.s=1");
        try (Launch launch = Launch.ranks(options, "all:ignore-sigterm", "all:join", "all:pid", "all:wait")) {
            launch.awaitPids(3);
            launch.signal("TERM");
            launch.expect(143);
            String missing = "jmpirun: no recording of ranks 0 to 2 in " + folder
                    + ": the process has not called MPI.Init, or could not write it";
            List<String> said = launch.said().stream()
                    .filter(line -> !line.matches("jmpirun: rank [0-2] was killed in its shutdown hooks after .*"))
                    .toList();
            assertEquals(List.of("jmpirun: interrupted: all ranks ended", missing), said);
        }
        List<String> properties = Files.readAllLines(folder.resolve("job.properties"));
        String cause = "cause=interrupted\\: all ranks ended";
        assertTrue(properties.containsAll(List.of("exitCode=143", cause)), properties::toString);
    }

    @Test
    void commandsGoOnWhenOneFails(@TempDir Path folder) throws Exception {
        Path told = folder.resolve("told");
        String script = "if test $JMPI_RANK = 1; then exit 7; fi; until test -e " + told + "; do :; done; echo went on";
        String line = "jmpirun: rank 1 ended with exit code 7";
        String goesOn = line + "; the other ranks go on (--continue)";
        try (Launch launch = Launch.start("--continue", "-np", "3", "sh", "-c", script)) {
            assertTrue(launch.hasErr(Pattern.quote(goesOn) + "\n", 60), launch::errSoFar);
            Files.createFile(told);
            launch.expect(7);
            assertEquals(List.of(goesOn, line), launch.said());
            assertEquals("went on\nwent on\n", launch.out());
        }
    }

    @Test
    void ranksEndByThemselvesWhenJmpirunIsKilled() throws Exception {
        try (Launch launch = Launch.ranks(2, "all:join", "all:pid", "all:wait")) {
            List<ProcessHandle> ranks = launch.awaitPids(2);
            launch.handle().destroyForcibly();
            for (ProcessHandle rank : ranks) rank.onExit().get(30, TimeUnit.SECONDS);
            launch.assertNothingLeft();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "threads"})
    void jmpirunEndsWhenNobodyReadsItsOutput(String transport, @TempDir Path folder) throws Exception {
        Path zero = folder.resolve("0");
        Path one = folder.resolve("1");
        // A JVM of JDK 25 that is ended while it starts prints a line of its own (JDK-8367597).
        String started = " 0:touch=" + zero + " 1:touch=" + one + " all:until=" + zero + " all:until=" + one;
        String script = "( \"$@\" -np 2 --transport " + transport + " -cp '" + Launch.testClasses() + "' "
                + RankProgram.class.getName() + started
                + " all:lines=200000 all:wait; echo exit code $? >&2 ) | head -n 1";
        try (Launch launch = Launch.shell(script)) {
            launch.expect(0);
            assertEquals("exit code 141\n", launch.err());
        }
    }
}
