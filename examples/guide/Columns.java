import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;

public class Columns {
    private static final int ROWS = 3;
    private static final int WIDTH = 4; // a halo column, two columns of one's own, a halo column

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int[] block = block(rank);

        Datatype column = Datatype.Vector(ROWS, 1, WIDTH, MPI.INT);
        column.Commit();
        int left = rank > 0 ? rank - 1 : MPI.PROC_NULL;
        int right = rank < size - 1 ? rank + 1 : MPI.PROC_NULL;
        MPI.COMM_WORLD.Sendrecv(block, WIDTH - 2, 1, column, right, 1, block, 0, 1, column, left, 1);
        MPI.COMM_WORLD.Sendrecv(block, 1, 1, column, left, 2, block, WIDTH - 1, 1, column, right, 2);

        for (int row = 0; row < ROWS; row++) {
            int[] line = Arrays.copyOfRange(block, row * WIDTH, (row + 1) * WIDTH);
            System.out.println("rank " + rank + " row " + row + " " + Arrays.toString(line));
        }
        MPI.Finalize();
    }

    /** Returns a rank's two columns of the matrix, row by row, between columns of zeros. */
    private static int[] block(int rank) {
        int[] block = new int[ROWS * WIDTH];
        for (int row = 0; row < ROWS; row++) {
            block[row * WIDTH + 1] = 10 * row + 2 * rank + 1;
            block[row * WIDTH + 2] = 10 * row + 2 * rank + 2;
        }
        return block;
    }
}
