package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A message is counted in a type's elements, if it is a whole number of them. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class StatusTest {
    @ParameterizedTest
    @CsvSource({"0, 0, 0, 0", "1, -1, -1, -1", "6, 3, -1, -1", "8, 4, 2, 1", "12, 6, 3, -1", "15, -1, -1, -1"})
    void bytesAreCountedInWiderElements(int bytes, int shorts, int ints, int doubles) {
        Jmpi.run(1, () -> {
            MPI.COMM_WORLD.Isend(new byte[bytes], 0, bytes, MPI.BYTE, 0, 1);
            Status status = MPI.COMM_WORLD.Recv(new byte[bytes], 0, bytes, MPI.BYTE, 0, 1);
            assertEquals(bytes, status.Get_count(MPI.BYTE));
            assertCount(shorts, status, MPI.SHORT);
            assertCount(ints, status, MPI.INT);
            assertCount(doubles, status, MPI.DOUBLE);
        });
    }

    private static void assertCount(int expected, Status status, Datatype type) {
        int count = expected < 0 ? MPI.UNDEFINED : expected;
        assertEquals(count, status.Get_count(type));
        assertEquals(count, status.Get_elements(type));
    }

    @Test
    void packedBytesThatAreNoWholeElementsCountForNone() {
        Jmpi.run(1, () -> {
            MPI.COMM_WORLD.Isend(new byte[6], 0, 6, MPI.PACKED, 0, 1);
            Status status = MPI.COMM_WORLD.Recv(new int[2], 0, 2, MPI.INT, 0, 1);
            assertEquals(MPI.UNDEFINED, status.count);
            assertEquals(MPI.UNDEFINED, status.numEls);
        });
    }
}
