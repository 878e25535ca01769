import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;

public class MatrixVector {
    public static void main(String[] args) {
        MPI.Init(args);
        boolean root = MPI.COMM_WORLD.Rank() == 0;
        double[] matrix = root ? new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16} : null;
        double[] vector = root ? new double[] {1, 0, -1, 2} : new double[4];
        double[] product = multiply(MPI.COMM_WORLD, matrix, vector);
        if (root) System.out.println(Arrays.toString(product));
        MPI.Finalize();
    }

    /**
     * Returns the product at rank 0, and null elsewhere.
     *
     * @param matrix row by row, at rank 0; the number of rows is a multiple of the number of ranks
     * @param vector the same length everywhere, with values at rank 0
     */
    static double[] multiply(Intracomm comm, double[] matrix, double[] vector) {
        boolean root = comm.Rank() == 0;
        int columns = vector.length;
        int[] rows = {root ? matrix.length / columns / comm.Size() : 0};
        comm.Bcast(rows, 0, 1, MPI.INT, 0);
        comm.Bcast(vector, 0, columns, MPI.DOUBLE, 0);
        double[] mine = new double[rows[0] * columns];
        comm.Scatter(matrix, 0, mine.length, MPI.DOUBLE, mine, 0, mine.length, MPI.DOUBLE, 0);
        double[] part = new double[rows[0]];
        for (int row = 0; row < rows[0]; row++)
            for (int column = 0; column < columns; column++) part[row] += mine[row * columns + column] * vector[column];
        double[] product = root ? new double[rows[0] * comm.Size()] : null;
        comm.Gather(part, 0, rows[0], MPI.DOUBLE, product, 0, rows[0], MPI.DOUBLE, 0);
        return product;
    }
}
