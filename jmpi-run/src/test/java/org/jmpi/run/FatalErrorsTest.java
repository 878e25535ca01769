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

    private static final String RANK = "MPI.ERR_RANK: destination out of range: rank=99, size=";
    private static final String TRUNCATED =
            "MPI.ERR_TRUNCATE: message is longer than the receive buffer: message=12 bytes, room=8 bytes";

    private static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of("socket", "world", RANK + 3),
                Arguments.of("socket", "datatype", "MPI.ERR_COUNT: count is negative: -99"),
                Arguments.of("socket", "truncated Wait", TRUNCATED),
                Arguments.of("socket", "inherited by clone", RANK + 3),
                Arguments.of("threads", "world", RANK + 3),
                Arguments.of("threads", "self", RANK + 1),
                Arguments.of("threads", "group", "MPI.ERR_RANK: rank out of range: rank=99"),
                Arguments.of("threads", "datatype", "MPI.ERR_COUNT: count is negative: -99"),
                Arguments.of("threads", "request", "MPI.ERR_REQUEST: request is null or inactive"),
                Arguments.of("threads", "array of requests", "MPI.ERR_REQUEST: array of requests is null"),
                Arguments.of("threads", "truncated Recv", TRUNCATED),
                Arguments.of("threads", "truncated Wait", TRUNCATED),
                Arguments.of("threads", "truncated Waitall", TRUNCATED),
                Arguments.of("threads", "inherited by clone", RANK + 3),
                Arguments.of("threads", "inherited by Split", RANK + 3),
                Arguments.of("threads", "inherited by Create", RANK + 3),
                Arguments.of("threads", "inherited by Create_cart", RANK + 3),
                Arguments.of("threads", "of one alone", RANK + 3));
    }

    @ParameterizedTest
    @Tag("full")
    @MethodSource("failures")
    void aFatalErrorEndsTheJob(String transport, String program, String message) throws Exception {
        try (Launch launch = Launch.program(FatalProgram.class, 3, transport, List.of(), program)) {
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
