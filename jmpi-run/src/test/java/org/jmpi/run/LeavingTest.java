package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A rank waits for what only a rank that has ended without MPI.Finalize could send. */
@Tag("job")
@Timeout(60)
class LeavingTest {
    @ParameterizedTest
    @CsvSource({"socket, its message, 2", "shm, any message, 2", "threads, any of two, 3"})
    void isNamed(String transport, String what, int ranks) throws Exception {
        try (Launch launch = Launch.program(LeavingProgram.class, ranks, transport, List.of(), what)) {
            launch.expect(1);
            String how = transport.equals("threads") ? " ended " : " ended with exit code 0 but ";
            assertEquals(
                    "jmpirun: rank " + (ranks - 1) + how + "without MPI.Finalize, while rank 0 still needed it",
                    launch.said().get(0));
        }
    }

    @ParameterizedTest
    @Tag("full")
    @CsvSource({"rmi, its message, 2", "rmi-kryo, a look, 2", "threads, a look, 2", "socket, any of two, 3"})
    void isNamedOverTheOthersToo(String transport, String what, int ranks) throws Exception {
        isNamed(transport, what, ranks);
    }
}
