package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs of several processes, each with several ranks. */
@Tag("full")
@Timeout(120)
class HybridTest {
    private static Launch ranks(int ranks, int threads, List<String> options, String... steps) throws Exception {
        List<String> all = new ArrayList<>(List.of("--threads-per-process", "" + threads, "-np", "" + ranks));
        all.addAll(options);
        return Launch.ranks(all, steps);
    }

    private static Launch ranks(int ranks, int threads, String... steps) throws Exception {
        return ranks(ranks, threads, List.of(), steps);
    }

    private static Launch mpi(int ranks, int threads, List<String> options, String... args) throws Exception {
        return mpi("auto", ranks, threads, options, args);
    }

    private static Launch mpi(String transport, int ranks, int threads, List<String> options, String... args)
            throws Exception {
        List<String> all = new ArrayList<>(List.of("--threads-per-process", "" + threads));
        all.addAll(options);
        return Launch.program(MpiProgram.class, ranks, transport, all, args);
    }

    private static List<String> sorted(String text) {
        return text.lines().sorted().collect(Collectors.toList());
    }

    @ParameterizedTest
    @CsvSource({"auto, 2, 2", "auto, 3, 2", "auto, 5, 3", "auto, 4, 1", "socket, 3, 9", "socket, 4, 2", "shm, 4, 2"})
    void everythingIsRight(String transport, int ranks, int threads) throws Exception {
        try (Launch launch = mpi(transport, ranks, threads, List.of(), "everything")) {
            launch.expect(0);
            assertEquals("everything is right on " + ranks + " ranks\n", launch.out());
            assertEquals("", launch.err());
        }
    }

    @Test
    void ranksHaveTheirOwnStatics() throws Exception {
        try (Launch launch = mpi(3, 2, List.of(), "statics")) {
            launch.expect(0);
            assertEquals("own statics\n", launch.out());
        }
    }

    @Test
    void ranksAreDividedAmongProcesses() throws Exception {
        try (Launch launch = ranks(5, 2, "all:mains", "0:pid", "1:pid", "2:pid", "3:pid", "4:pid")
                .expect(0)) {
            List<String> lines = sorted(launch.out());
            for (int rank = 0; rank < 5; rank++) assertEquals("main 1 of rank " + rank, lines.get(rank));
            List<Integer> ofProcesses = lines.subList(5, 10).stream()
                    .collect(Collectors.groupingBy(line -> line, Collectors.summingInt(line -> 1)))
                    .values()
                    .stream()
                    .sorted()
                    .collect(Collectors.toList());
            assertEquals(List.of(1, 2, 2), ofProcesses);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "throw; 1; jmpirun: rank 3 failed: java.lang.IllegalStateException: boom",
                "exit; 3; jmpirun: rank 3 ended with exit code 3 (System.exit)",
                "abort; 5; jmpirun: rank 3 called MPI.Abort with code 5",
                "kill; 137; jmpirun: the JVM of ranks 2 to 3 was killed by signal 9 (SIGKILL)",
                "memory; 1; jmpirun: rank 3: out of memory: Java heap space (-Xmx sets its size)",
            })
    void aRankThatFailsEndsTheJob(String how, int code, String said) throws Exception {
        try (Launch launch = mpi(5, 2, List.of(), how, "3")) {
            launch.expect(code);
            assertEquals(List.of(said), launch.said(), launch.err());
        }
    }

    @ParameterizedTest
    @CsvSource({"shm, 2, 1", "auto, 4, 2"})
    void aJobThatFailsLeavesNoFile(String transport, int ranks, int threads, @TempDir Path folder) throws Exception {
        List<String> options = List.of("-Djmpi.shm.folder=" + folder);
        try (Launch launch = mpi(transport, ranks, threads, options, "unread")) {
            launch.expect(3);
            try (Stream<Path> files = Files.list(folder)) {
                assertEquals(List.of(), files.collect(Collectors.toList()));
            }
        }
    }

    @Test
    void aRankThatEndsTooEarlyIsNamed() throws Exception {
        try (Launch launch = mpi(4, 2, List.of(), "return", "1")) {
            launch.expect(1);
            String line = launch.said().get(0);
            assertTrue(
                    line.matches("jmpirun: rank 1 ended without MPI.Finalize, while rank [023] still needed it"), line);
        }
    }

    @Test
    void aRankThatCallsExitTooEarlyIsNamed() throws Exception {
        try (Launch launch = mpi(4, 2, List.of(), "exit well", "1").expect(1)) {
            String line = launch.said().get(0);
            assertTrue(
                    line.matches("jmpirun: rank 1 ended without MPI.Finalize, while rank [023] still needed it"), line);
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, some text, '', '', ''",
                "3, '', '', '', some text",
                "none, '', '', '', ''",
                "all, some text, some text, some text, some text"
            })
    void inputReachesTheRanksItIsMeantFor(String option, String zero, String one, String two, String three)
            throws Exception {
        List<String> options = option == null ? List.of() : List.of("--stdin", option);
        try (Launch launch = ranks(4, 2, options, "all:stdin")) {
            try (OutputStream stdin = launch.stdin()) {
                stdin.write("some text\n".getBytes(StandardCharsets.UTF_8));
            }
            launch.expect(0);
            assertEquals(
                    List.of("0 read " + zero, "1 read " + one, "2 read " + two, "3 read " + three),
                    sorted(launch.out()));
        }
    }

    @Test
    void tagsWholeLines() throws Exception {
        String[] steps = {"all:print=x", "all:println=z%", "all:lines=200", "all:err=bad"};
        try (Launch launch = ranks(4, 2, List.of("--tag-output"), steps).expect(0)) {
            assertEquals(4 * 201, launch.out().lines().count());
            for (int rank = 0; rank < 4; rank++) {
                assertTrue(launch.out().contains("[" + rank + "] xz" + rank + "\n"), launch.out());
                assertTrue(launch.err().contains("[" + rank + "] bad\n"), launch.err());
            }
            assertTrue(
                    launch.out().lines().allMatch(line -> line.matches("\\[(\\d)\\] (\\1 line \\d+ *;|xz\\1)")),
                    launch.out());
        }
    }

    @Test
    void writesAFilePerRank(@TempDir Path folder) throws Exception {
        List<String> options = List.of("--output-dir", folder.toString());
        try (Launch launch = ranks(3, 2, options, "all:print=out of %").expect(0)) {
            assertEquals("", launch.out());
            for (int rank = 0; rank < 3; rank++)
                assertEquals("out of " + rank, Files.readString(folder.resolve("rank-" + rank + ".out")));
        }
    }

    @Test
    void timeoutShowsEveryProcess() throws Exception {
        try (Launch launch = ranks(3, 2, List.of("--timeout", "4"), "all:wait").expect(110)) {
            for (String expected :
                    List.of("ranks 0 to 2: \"main\" WAITING\n", "RankProgram.awaitForEver", "rank 1 of 3"))
                assertTrue(launch.err().contains(expected), () -> expected + " missing in: " + launch.err());
            String none = "jmpirun: no rank waits in an MPI call";
            assertEquals(List.of(none, none, "jmpirun: --timeout: the job did not end within 4 s"), launch.said());
        }
    }

    @Test
    void aDeadlockIsNamed() throws Exception {
        List<String> options = List.of("--threads-per-process", "2", "--timeout", "6");
        try (Launch launch = Launch.program(DeadlockProgram.class, 3, "auto", options, "ring")) {
            launch.expect(110);
            assertEquals(
                    "jmpirun: deadlock: rank 0 in Ssend(dest=1, tag=5) waits for rank 1 in Ssend(dest=2, tag=5) "
                            + "waits for rank 2 in Ssend(dest=0, tag=5) waits for rank 0",
                    launch.said().get(0),
                    launch.err());
        }
    }

    @Test
    void tellsWhereEachRankIs() throws Exception {
        try (Launch launch = mpi("socket", 3, 2, List.of("-v"), "statics")) {
            launch.expect(0);
            for (int rank = 0; rank < 3; rank++) {
                String place = "jmpirun: rank " + rank + " is at threads [0-9a-f]+, socket 127.0.0.1:[0-9]+ on host .*";
                assertTrue(launch.said().stream().anyMatch(line -> line.matches(place)), launch.err());
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "--threads-per-process 0; --threads-per-process 0: at least 1 rank is in a process",
                "--transport threads --threads-per-process 2; --threads-per-process 2: with --transport threads all 4"
                        + " ranks share one JVM",
                "--threads-per-process 2 sh -c true; --threads-per-process 2 runs Java programs only, not sh -c true"
            })
    void refusesWhatCannotBe(String options, String said) throws Exception {
        List<String> words = new ArrayList<>(List.of("-np", "4"));
        words.addAll(List.of(options.split(" ")));
        try (Launch launch = words.contains("sh")
                ? Launch.start(words.toArray(new String[0])).expect(2)
                : Launch.ranks(words, "all:mains").expect(2)) {
            assertEquals(List.of("jmpirun: " + said), launch.said());
        }
    }
}
