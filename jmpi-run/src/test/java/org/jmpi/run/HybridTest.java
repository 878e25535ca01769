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
@Tag("job")
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
    @CsvSource({"auto, 5, 3", "socket, 4, 2"})
    void everythingIsRight(String transport, int ranks, int threads) throws Exception {
        try (Launch launch = mpi(transport, ranks, threads, List.of(), "everything")) {
            launch.expect(0);
            assertEquals("everything is right on " + ranks + " ranks\n", launch.out());
            assertEquals("", launch.err());
        }
    }

    @Test
    void ranksAreDividedAmongProcesses() throws Exception {
        try (Launch launch = ranks(5, 2, "all:mains", "all:pid").expect(0)) {
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

    @Tag("full")
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "exit; 3; jmpirun: rank 3 ended with exit code 3 (System.exit)",
                "kill; 137; jmpirun: the JVM of ranks 2 to 3 was killed by signal 9 (SIGKILL)",
            })
    void aRankThatFailsEndsTheJob(String how, int code, String said) throws Exception {
        try (Launch launch = mpi(5, 2, List.of(), how, "3")) {
            launch.expect(code);
            assertEquals(List.of(said), launch.said(), launch.err());
        }
    }

    @Test
    void aJobThatFailsLeavesNoFile(@TempDir Path folder) throws Exception {
        List<String> options = List.of("-Djmpi.shm.folder=" + folder);
        try (Launch launch = mpi(4, 2, options, "unread")) {
            launch.expect(3);
            try (Stream<Path> files = Files.list(folder)) {
                assertEquals(List.of(), files.collect(Collectors.toList()));
            }
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
    @CsvSource({"3, '', '', '', some text", "all, some text, some text, some text, some text"})
    void inputReachesTheRanksItIsMeantFor(String option, String zero, String one, String two, String three)
            throws Exception {
        try (Launch launch = ranks(4, 2, List.of("--stdin", option), "all:stdin")) {
            try (OutputStream stdin = launch.stdin()) {
                stdin.write("some text\n".getBytes(StandardCharsets.UTF_8));
            }
            launch.expect(0);
            assertEquals(
                    List.of("0 read " + zero, "1 read " + one, "2 read " + two, "3 read " + three),
                    sorted(launch.out()));
        }
    }
}
