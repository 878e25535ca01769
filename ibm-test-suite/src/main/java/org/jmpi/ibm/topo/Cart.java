package org.jmpi.ibm.topo;

import mpi.CartParms;
import mpi.Cartcomm;
import mpi.MPI;
import mpi.ShiftParms;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** Six ranks in grids: with edges, as a torus, and in a grid that has room for three of them. */
public final class Cart {
    private static final int RANKS = 6;

    private Cart() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.exactly(RANKS);
        withEdges();
        torus();
        smaller();
        MPI.Finalize();
    }

    private static Cartcomm grid(boolean ring, int... dims) {
        Cartcomm grid = MPI.COMM_WORLD.Create_cart(dims, new boolean[] {ring, ring}, false);
        if (grid == null) return null;
        Check.equal(MPI.CART, grid.Topo_test(), "kind of topology");
        CartParms parms = grid.Get();
        Check.equal(dims, parms.dims, "dimensions");
        Check.equal(new boolean[] {ring, ring}, parms.periods, "rings");
        Check.equal(grid.Coords(grid.Rank()), parms.coords, "own coordinates");
        return grid;
    }

    private static int[] dimensions(int... dims) {
        Cartcomm.Dims_create(RANKS, dims);
        return dims;
    }

    private static void withEdges() {
        Check.equal(new int[] {3, 2}, dimensions(0, 0), "dimensions of six places");
        Cartcomm grid = grid(false, 3, 2);
        int me = grid.Rank();
        Check.equal(new int[] {me / 2, me % 2}, grid.Get().coords, "coordinates");
        for (int rank = 0; rank < RANKS; rank++) Check.equal(rank, grid.Rank(grid.Coords(rank)), "rank by coordinates");
        check(grid.Shift(0, 5), MPI.PROC_NULL, MPI.PROC_NULL, "five rows down");
        check(grid.Shift(0, 1), me < 2 ? MPI.PROC_NULL : me - 2, me > 3 ? MPI.PROC_NULL : me + 2, "one row down");
        boolean left = me % 2 == 0;
        check(
                grid.Shift(1, -1),
                left ? me + 1 : MPI.PROC_NULL,
                left ? MPI.PROC_NULL : me - 1,
                "one column to the left");
        Check.fails(MPI.ERR_ARG, () -> grid.Rank(new int[] {3, 0}), "coordinates beyond the edge");
        grid.Free();
    }

    private static void torus() {
        Check.equal(new int[] {2, 3}, dimensions(2, 0), "dimensions of which one is given");
        Cartcomm grid = grid(true, 2, 3);
        int me = grid.Rank();
        int row = me / 3 * 3;
        check(grid.Shift(0, 5), (me + 3) % RANKS, (me + 3) % RANKS, "five rows down, around");
        check(grid.Shift(1, 1), row + (me + 2) % 3, row + (me + 1) % 3, "one column to the right, around");
        Check.equal(me, grid.Rank(new int[] {me / 3 - 2, me % 3 + 3}), "rank by coordinates around the torus");
        grid.Free();
    }

    private static void smaller() {
        Cartcomm grid = grid(false, 1, 3);
        Check.equal(MPI.COMM_WORLD.Rank() < 3, grid != null, "the grid has a place for this rank");
        if (grid != null) grid.Free();
    }

    private static void check(ShiftParms shift, int source, int dest, String what) {
        Check.equal(source, shift.rank_source, "source of a shift " + what);
        Check.equal(dest, shift.rank_dest, "destination of a shift " + what);
    }
}
