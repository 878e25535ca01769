package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import mpi.MPIException;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Under ERRORS_ARE_FATAL a failed call ends the job: its rank shows why and where, and nobody waits any longer. */
@Tag("job")
@Timeout(60)
class FatalErrorsTest {
    private static void run(String program) {
        Jmpi.run(3, () -> FatalProgram.main(new String[] {program}));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "world | MPI.ERR_RANK: destination out of range: rank=99, size=3",
                "self | MPI.ERR_RANK: destination out of range: rank=99, size=1",
                "group | MPI.ERR_RANK: rank out of range: rank=99",
                "datatype | MPI.ERR_COUNT: count is negative: -99",
                "request | MPI.ERR_REQUEST: request is null or inactive",
                "array of requests | MPI.ERR_REQUEST: array of requests is null",
                "truncated Recv | MPI.ERR_TRUNCATE: message is longer than the receive buffer: message=12 bytes, "
                        + "room=8 bytes",
                "truncated Wait | MPI.ERR_TRUNCATE: message is longer than the receive buffer: message=12 bytes, "
                        + "room=8 bytes",
                "truncated Waitall | MPI.ERR_TRUNCATE: message is longer than the receive buffer: message=12 bytes",
                "inherited by clone | MPI.ERR_RANK: destination out of range: rank=99, size=3",
                "inherited by Split | MPI.ERR_RANK: destination out of range: rank=99, size=3",
                "inherited by Create | MPI.ERR_RANK: destination out of range: rank=99, size=3",
                "inherited by Create_cart | MPI.ERR_RANK: destination out of range: rank=99, size=3",
                "of one alone | MPI.ERR_RANK: destination out of range: rank=99, size=3"
            })
    void aFatalErrorEndsAllRanks(String program, String message) {
        MPIException failure = assertThrows(MPIException.class, () -> run(program));
        assertTrue(failure.getMessage().contains(message), failure.toString());
    }

    @Test
    void aHandlerThatWasSetBackThrows() {
        run("set back");
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "threads"})
    void aFatalErrorEndsTheJob(String transport) throws Exception {
        String failed = "mpi.MPIException: MPI.ERR_RANK: destination out of range: rank=99, size=3";
        try (Launch launch = Launch.program(FatalProgram.class, 3, transport, List.of(), "world")) {
            launch.expect(1);
            String err = launch.err();
            assertTrue(err.contains("\tat org.jmpi.run.FatalProgram.main(FatalProgram.java:"), err);
            assertEquals(1, launch.said().size(), err);
            assertTrue(launch.said().get(0).startsWith("jmpirun: rank 2 failed: " + failed), err);
        }
    }
}
