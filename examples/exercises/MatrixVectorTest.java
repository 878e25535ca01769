import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import mpi.MPI;
import mpi.MPIException;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;

class MatrixVectorTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final double[] MATRIX = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};

    @Test
    void anyNumberOfRanksThatDividesTheRowsGivesTheSame() {
        for (int ranks : new int[] {1, 2, 3, 6})
            Jmpi.run(ranks, LIMIT, () -> {
                boolean root = MPI.COMM_WORLD.Rank() == 0;
                double[] vector = root ? new double[] {10, 1} : new double[2];
                double[] product = MatrixVector.multiply(MPI.COMM_WORLD, root ? MATRIX : null, vector);
                if (root) assertArrayEquals(new double[] {12, 34, 56, 78, 100, 122}, product);
            });
    }

    @Test
    void aRankWithAVectorOfAnotherLengthIsAnError() {
        assertThrows(
                MPIException.class,
                () -> Jmpi.run(2, LIMIT, () -> {
                    boolean root = MPI.COMM_WORLD.Rank() == 0;
                    MatrixVector.multiply(MPI.COMM_WORLD, root ? MATRIX : null, new double[root ? 2 : 1]);
                }));
    }
}
