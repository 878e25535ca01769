import mpi.CartParms;
import mpi.Cartcomm;
import mpi.MPI;
import mpi.ShiftParms;

public class Grid {
    private static final int STEPS = 3;

    public static void main(String[] args) {
        MPI.Init(args);
        int[] dims = {0, 2};
        Cartcomm.Dims_create(MPI.COMM_WORLD.Size(), dims);
        Cartcomm grid = MPI.COMM_WORLD.Create_cart(dims, new boolean[] {false, true}, false);
        CartParms place = grid.Get();

        int[] value = {grid.Rank() == 0 ? 1000 : 0};
        for (int step = 0; step < STEPS; step++) value[0] = spread(grid, value);

        int[] all = new int[grid.Size()];
        grid.Gather(value, 0, 1, MPI.INT, all, 0, 1, MPI.INT, 0);
        if (grid.Rank() == 0) {
            System.out.println(place.dims[0] + " rows, " + place.dims[1] + " columns");
            for (int row = 0; row < dims[0]; row++)
                System.out.println("row " + row + ": " + all[2 * row] + " " + all[2 * row + 1]);
        }

        Cartcomm row = grid.Sub(new boolean[] {false, true});
        int[] sum = new int[1];
        row.Reduce(value, 0, sum, 0, 1, MPI.INT, MPI.SUM, 0);
        int[] sums = new int[dims[0]];
        Cartcomm column = grid.Sub(new boolean[] {true, false});
        column.Gather(sum, 0, 1, MPI.INT, sums, 0, 1, MPI.INT, 0);
        if (grid.Rank() == 0) for (int total : sums) System.out.println("sum of a row: " + total);
        column.Free();
        row.Free();
        grid.Free();
        MPI.Finalize();
    }

    /** Gives a tenth of the value to each neighbour, and returns what remains and what comes in. */
    private static int spread(Cartcomm grid, int[] value) {
        int[] share = {value[0] / 10};
        int next = value[0];
        for (int dimension = 0; dimension < 2; dimension++) {
            for (int step = -1; step <= 1; step += 2) {
                ShiftParms shift = grid.Shift(dimension, step);
                int[] received = {0};
                int to = shift.rank_dest;
                int from = shift.rank_source;
                grid.Sendrecv(share, 0, 1, MPI.INT, to, dimension, received, 0, 1, MPI.INT, from, dimension);
                if (to != MPI.PROC_NULL) next -= share[0];
                next += received[0];
            }
        }
        return next;
    }
}
