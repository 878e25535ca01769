import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import mpi.MPI;
import mpi.MPIException;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;

class TokensTest {
    @Test
    void eachTokenVisitsAllRanks() {
        Jmpi.run(5, () -> {
            int[] totals = Tokens.totals(MPI.COMM_WORLD);
            if (MPI.COMM_WORLD.Rank() == 0) assertArrayEquals(new int[] {10, 110, 210}, totals);
        });
    }

    @Test
    void oneRankIsARing() {
        Jmpi.run(1, () -> assertArrayEquals(new int[] {0, 100, 200}, Tokens.totals(MPI.COMM_WORLD)));
    }

    @Test
    void aRankThatDoesNotExistIsAnError() {
        Jmpi.run(2, () -> assertThrows(
                MPIException.class, () -> MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 2, 0)));
    }
}
