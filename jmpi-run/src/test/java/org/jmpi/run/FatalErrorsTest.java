package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Under ERRORS_ARE_FATAL a failed call ends the job: its rank shows why and where, and nobody waits any longer. */
@Timeout(60)
class FatalErrorsTest {
    private static final Duration OVER = Duration.ofSeconds(3);

    private static Stream<Arguments> failures() {
        String rank = "MPI.ERR_RANK: destination out of range: rank=99, size=3";
        String truncated = "MPI.ERR_TRUNCATE: message is longer than the receive: message=12 bytes, room=8 bytes";
        return Stream.of("socket", "threads")
                .flatMap(transport -> Stream.of(
                        Arguments.of(transport, List.of("world"), rank),
                        Arguments.of(
                                transport, List.of("self"), "MPI.ERR_RANK: destination out of range: rank=99, size=1"),
                        Arguments.of(transport, List.of("group"), "MPI.ERR_RANK: rank out of range: rank=99"),
                        Arguments.of(transport, List.of("datatype"), "MPI.ERR_COUNT: count is negative: -99"),
                        Arguments.of(transport, List.of("request"), "MPI.ERR_REQUEST: request is null or inactive"),
                        Arguments.of(
                                transport, List.of("array of requests"), "MPI.ERR_REQUEST: array of requests is null"),
                        Arguments.of(transport, List.of("truncated Recv"), truncated),
                        Arguments.of(transport, List.of("truncated Wait"), truncated),
                        Arguments.of(transport, List.of("truncated Waitall"), truncated),
                        Arguments.of(transport, List.of("inherited", "clone"), rank),
                        Arguments.of(transport, List.of("inherited", "Split"), rank),
                        Arguments.of(transport, List.of("inherited", "Create"), rank),
                        Arguments.of(transport, List.of("inherited", "Create_cart"), rank),
                        Arguments.of(transport, List.of("of one alone"), rank)));
    }

    @ParameterizedTest
    @Tag("slow")
    @MethodSource("failures")
    void aFatalErrorEndsTheJob(String transport, List<String> program, String message) throws Exception {
        try (Launch launch =
                Launch.program(FatalProgram.class, 3, transport, List.of(), program.toArray(new String[0]))) {
            launch.awaitOut("failing\n");
            long start = System.nanoTime();
            launch.expect(1);
            Duration taken = Duration.ofNanos(System.nanoTime() - start);
            String err = launch.err();
            assertTrue(err.contains("mpi.MPIException: " + message), err);
            assertTrue(err.contains("\tat org.jmpi.run.FatalProgram.main(FatalProgram.java:"), err);
            assertEquals(1, launch.said().size(), err);
            assertTrue(launch.said().get(0).startsWith("jmpirun: rank 2 failed: mpi.MPIException: " + message), err);
            assertTrue(taken.compareTo(OVER) < 0, "took " + taken);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "threads"})
    void aHandlerThatWasSetBackThrows(String transport) throws Exception {
        try (Launch launch = Launch.program(FatalProgram.class, 3, transport, List.of(), "set back")) {
            launch.expect(0);
            assertEquals("failing\n", launch.out());
            assertEquals("", launch.err());
        }
    }
}
