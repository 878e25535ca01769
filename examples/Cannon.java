import mpi.CartParms;
import mpi.Cartcomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.ShiftParms;

/**
 * Multiplies two square matrices by Cannon's algorithm: the blocks travel through a square grid of ranks.
 *
 * <p>Shows a periodic grid, Shift by any distance, and Sendrecv_replace. Ranks that the square has no place for do not
 * take part.
 *
 * <p>Run it: {@code ./jmpirun -np 4 examples/Cannon.java [SIZE]}
 */
public class Cannon {
    public static void main(String[] args) {
        String[] own = MPI.Init(args);
        int n = own.length > 0 ? Integer.parseInt(own[0]) : 720;
        MPI.COMM_WORLD.Barrier();
        double start = MPI.Wtime();
        double[] product = product(MPI.COMM_WORLD, n);
        if (product != null)
            System.out.printf("%d x %d: %.2f s, last element %.6f%n", n, n, MPI.Wtime() - start, product[n * n - 1]);
        MPI.Finalize();
    }

    /** Returns an element of the first matrix. */
    static double a(int row, int column) {
        return Math.sin(row + 2 * column);
    }

    /** Returns an element of the second matrix. */
    static double b(int row, int column) {
        return Math.cos(3 * row - column);
    }

    /** Returns the product of two n x n matrices, row by row, at rank 0, and null at the others. */
    static double[] product(Intracomm comm, int n) {
        int q = (int) Math.sqrt(comm.Size());
        Cartcomm grid = comm.Create_cart(new int[] {q, q}, new boolean[] {true, true}, false);
        if (grid == null) return null; // the square has no place for this rank
        int m = (n + q - 1) / q; // the blocks are m x m; elements beyond the matrix are 0
        int[] at = grid.Get().coords;
        double[] a = new double[m * m];
        double[] b = new double[m * m];
        for (int i = 0; i < m * m; i++) {
            int row = i / m;
            int column = i % m;
            boolean inside = at[0] * m + row < n && at[1] * m + column < n;
            a[i] = inside ? a(at[0] * m + row, at[1] * m + column) : 0;
            b[i] = inside ? b(at[0] * m + row, at[1] * m + column) : 0;
        }

        shift(grid, a, 1, -at[0]); // row i moves i places to the left
        shift(grid, b, 0, -at[1]); // column j moves j places up
        double[] c = new double[m * m];
        for (int step = 0; step < q; step++) {
            multiply(a, b, c, m);
            shift(grid, a, 1, -1);
            shift(grid, b, 0, -1);
        }
        double[] product = collect(grid, c, m, n);
        grid.Free();
        return product;
    }

    private static void shift(Cartcomm grid, double[] block, int dimension, int distance) {
        ShiftParms shift = grid.Shift(dimension, distance);
        grid.Sendrecv_replace(block, 0, block.length, MPI.DOUBLE, shift.rank_dest, 0, shift.rank_source, 0);
    }

    /** Adds a times b to c. */
    private static void multiply(double[] a, double[] b, double[] c, int m) {
        for (int i = 0; i < m; i++)
            for (int k = 0; k < m; k++) {
                double factor = a[i * m + k];
                for (int j = 0; j < m; j++) c[i * m + j] += factor * b[k * m + j];
            }
    }

    private static double[] collect(Cartcomm grid, double[] block, int m, int n) {
        boolean root = grid.Rank() == 0;
        double[] blocks = root ? new double[grid.Size() * m * m] : null;
        grid.Gather(block, 0, m * m, MPI.DOUBLE, blocks, 0, m * m, MPI.DOUBLE, 0);
        if (!root) return null;
        CartParms place = grid.Get();
        double[] whole = new double[n * n];
        for (int row = 0; row < n; row++)
            for (int column = 0; column < n; column++) {
                int rank = row / m * place.dims[1] + column / m;
                whole[row * n + column] = blocks[rank * m * m + row % m * m + column % m];
            }
        return whole;
    }
}
