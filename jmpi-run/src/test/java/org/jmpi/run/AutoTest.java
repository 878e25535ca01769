package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs whose ranks find the best transport for each pair by themselves. */
@Tag("job")
@Timeout(120)
class AutoTest {
    private static final String NO_FOLDER = "-Djmpi.shm.folder=/no/such/folder";

    private static Launch everything(int ranks, String... options) throws Exception {
        return Launch.program(MpiProgram.class, ranks, "auto", List.of(options), "everything");
    }

    private static void assertRight(Launch launch, int ranks) throws Exception {
        launch.expect(0);
        String right = "everything is right on " + ranks + " ranks";
        assertEquals(1, launch.out().lines().filter(right::equals).count(), launch.out());
    }

    /** Returns where each rank is reached, without ranks and places. */
    private static List<String> places(Launch launch) {
        return launch.said().stream()
                .filter(line -> line.contains(" is at "))
                .map(line -> line.replaceAll(".* is at (.*) on host .*", "$1").replaceAll("([a-z]+) [^,]+", "$1"))
                .distinct()
                .collect(Collectors.toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void ranksOfOneHostShareMemoryAndLoadNothingElse(int threads) throws Exception {
        String[] options = {"-v", "--threads-per-process", "" + threads, "-verbose:class"};
        try (Launch launch = everything(3, options)) {
            assertRight(launch, 3);
            assertEquals(List.of(threads == 1 ? "shm" : "threads, shm"), places(launch));
            assertTrue(launch.out().contains(" org.jmpi.transport.shm."), "classes are not listed");
            for (String other : List.of("io.netty.", "socket.netty.", " org.jmpi.transport.socket.SocketTransport "))
                assertFalse(
                        launch.out().contains(other),
                        () -> launch.out()
                                .lines()
                                .filter(line -> line.contains(other))
                                .limit(5)
                                .collect(Collectors.joining("\n")));
        }
    }

    @Test
    void ranksThatCannotShareMemoryUseSockets() throws Exception {
        try (Launch launch = everything(2, "-v", NO_FOLDER)) {
            assertRight(launch, 2);
            assertEquals(List.of("socket"), places(launch));
            List<String> said = launch.said().stream()
                    .filter(line -> line.contains("does not open"))
                    .collect(Collectors.toList());
            assertEquals(1, said.size(), launch.err());
            assertTrue(
                    said.get(0).matches("jmpirun: transport shm does not open for rank [01]: .*/no/such/folder.*"),
                    said.get(0));
        }
    }

    /** The stack of MPI.Init says nothing about the program. */
    @Test
    void aJobThatCannotBeginSaysWhyInOneLine() throws Exception {
        List<String> options = List.of(NO_FOLDER);
        try (Launch launch = Launch.program(MpiProgram.class, 2, "shm", options, "everything")
                .expect(1)) {
            String err = launch.err().strip();
            assertTrue(
                    err.matches("jmpirun: rank [01] failed: .*: transport shm does not open: .*/no/such/folder.*"),
                    err);
        }
    }

    @Test
    void socketsAreNamedOnce() throws Exception {
        try (Launch launch = everything(3, NO_FOLDER)) {
            assertRight(launch, 3);
            String line = "jmpi: ranks 0 to 2 cannot share memory on the host, .*"
                    + "'jmpirun doctor' says what to do, .*/no/such/folder.*";
            assertTrue(launch.err().strip().matches(line), launch.err());
        }
    }

    @Test
    @Tag("full")
    void nothingIsSaidOfSocketsThatAreAskedFor() throws Exception {
        List<String> options = List.of(NO_FOLDER);
        try (Launch launch = Launch.program(MpiProgram.class, 2, "socket", options, "everything")) {
            assertRight(launch, 2);
            assertEquals("", launch.err());
        }
    }

    @Test
    void oneRankThatCannotShareMemoryIsReachedBySockets() throws Exception {
        String script = "[ $JMPI_RANK = 1 ] && export JMPI_SHM_FOLDER=/no/such/folder; exec java -cp \"$0:$CLASSPATH\" "
                + MpiProgram.class.getName() + " everything";
        try (Launch launch = Launch.start("-np", "3", "-v", "sh", "-c", script, Launch.testClasses())) {
            assertRight(launch, 3);
            List<String> places = launch.said().stream()
                    .filter(line -> line.contains(" is at "))
                    .map(line -> line.replaceAll("jmpirun: (rank .) is at (.*) on host .*", "$1: $2"))
                    .map(line -> line.replaceAll("(shm|socket) [^,]+", "$1"))
                    .sorted()
                    .distinct()
                    .collect(Collectors.toList());
            assertEquals(
                    List.of(
                            "rank 0: shm",
                            "rank 0: shm, socket",
                            "rank 1: socket",
                            "rank 2: shm",
                            "rank 2: shm, socket"),
                    places,
                    launch.err());
        }
    }
}
