package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A job of processes that fails: what jmpirun says, its exit code, and that nobody is left. */
@Timeout(120)
@Tag("full")
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
    void aRankThatReportsItsFailure() throws Exception {
        try (Launch launch = Launch.ranks(3, "all:join", "1:failed=java.lang.Error: deep\n\tat X", "all:wait")) {
            launch.expect(1);
            assertEquals(List.of("jmpirun: rank 1 failed: java.lang.Error: deep"), launch.said());
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
    void aRankThatCallsExit() throws Exception {
        try (Launch launch = Launch.ranks(3, "all:join", "1:exit=3", "all:wait")) {
            launch.expect(3);
            assertEquals(List.of("jmpirun: rank 1 ended with exit code 3 (System.exit)"), launch.said());
        }
    }

    @ParameterizedTest
    @CsvSource({"9, SIGKILL", "15, SIGTERM", "6, SIGABRT"})
    void aRankThatIsKilled(int number, String name) throws Exception {
        try (Launch launch = Launch.ranks(3, "all:join", "0:kill=" + number, "all:wait")) {
            launch.expect(128 + number);
            assertEquals(List.of("jmpirun: rank 0 was killed by signal " + number + " (" + name + ")"), launch.said());
        }
    }

    @Test
    void aRankThatRunsOutOfMemory() throws Exception {
        try (Launch launch = Launch.ranks(List.of("-np", "3", "-Xmx24m"), "all:join", "1:oom", "all:wait")) {
            launch.expect(1);
            assertTrue(launch.err().contains("OutOfMemoryError: Java heap space\n\tat "), launch.err());
            assertEquals(
                    List.of("jmpirun: rank 1: out of memory: Java heap space (-Xmx sets its size)"), launch.said());
        }
    }

    @Test
    void aRankThatAborts() throws Exception {
        try (Launch launch = Launch.ranks(3, "all:join", "2:abort=5", "all:wait")) {
            launch.expect(5);
            assertEquals(List.of("jmpirun: rank 2 called MPI.Abort with code 5: on purpose"), launch.said());
        }
    }

    @Test
    void theCauseIsTheDeathAndNotThatOthersNoticedIt() throws Exception {
        String[] steps = {"all:join", "!1:peer-lost=1", "!1:failed=lost rank 1", "0:exit=1", "2:wait", "1:halt=137"};
        try (Launch launch = Launch.ranks(3, steps)) {
            launch.expect(137);
            assertEquals(List.of("jmpirun: rank 1 was killed by signal 9 (SIGKILL)"), launch.said());
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
                    List.of(
                            "jmpirun: rank 1 ended with exit code 0 but never called MPI.Init, in which others wait for it"),
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
            assertOver(start);
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
    void anExitWithoutFinalizeIsNoFailureIfItsCodeIsZero() throws Exception {
        try (Launch launch = Launch.ranks(2, "all:join", "0:exit=0", "1:println=still here")) {
            launch.expect(0);
            assertEquals("still here\n", launch.out());
            assertEquals(List.of(), launch.said());
        }
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
    void aSignalToJmpirunEndsEveryRank(String signal, int code) throws Exception {
        assumeFalse(isIgnored(code - 128), signal + " is ignored where this build was started, and so by jmpirun");
        try (Launch launch = Launch.ranks(3, "all:ignore-sigterm", "all:join", "all:pid", "all:wait")) {
            launch.awaitPids(3);
            launch.signal(signal);
            launch.expect(code);
            assertEquals(List.of("jmpirun: interrupted: all ranks ended"), launch.said());
        }
    }

    /** Returns whether this JVM was started to ignore a signal, as by nohup: what it starts inherits that. */
    private static boolean isIgnored(int signal) throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) return false;
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> Long.parseUnsignedLong(
                        line.substring("SigIgn:".length()).trim(), 16))
                .anyMatch(ignored -> (ignored >>> signal - 1 & 1) != 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ranksEndByThemselvesWhenJmpirunIsKilled(boolean threads) throws Exception {
        try (Launch launch = Launch.ranks(options(2, threads), join(threads), "all:pid", "all:wait")) {
            List<ProcessHandle> ranks = launch.awaitPids(2);
            launch.handle().destroyForcibly();
            for (ProcessHandle rank : ranks) rank.onExit().get(30, TimeUnit.SECONDS);
            launch.assertNothingLeft();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void jmpirunEndsWhenNobodyReadsItsOutput(boolean threads) throws Exception {
        String script = "( \"$@\" " + String.join(" ", options(2, threads)) + " -cp '" + Launch.testClasses() + "' "
                + RankProgram.class.getName() + " '" + join(threads)
                + "' all:lines=200000 all:wait; echo exit code $? >&2 ) | head -n 1";
        try (Launch launch = Launch.shell(script)) {
            launch.expect(0);
            assertEquals("exit code 141\n", launch.err());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theOthersEndWithinTwoSeconds(boolean threads) throws Exception {
        try (Launch launch = Launch.ranks(options(3, threads), join(threads), "all:pid", "all:wait")) {
            List<ProcessHandle> ranks = launch.awaitPids(3);
            long start = System.nanoTime();
            ranks.get(1).destroyForcibly();
            launch.expect(137);
            assertOver(start);
        }
    }

    private static void assertOver(long start) {
        Duration taken = Duration.ofNanos(System.nanoTime() - start);
        assertTrue(taken.compareTo(Duration.ofSeconds(2)) < 0, "took " + taken);
    }

    private static List<String> options(int ranks, boolean threads) {
        return threads ? List.of("-np", "" + ranks, "--transport", "threads") : List.of("-np", "" + ranks);
    }

    private static String join(boolean threads) {
        return threads ? "all:println=the host has joined for all ranks" : "all:join";
    }
}
