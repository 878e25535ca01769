package org.jmpi.ibm.topo;

import mpi.Cartcomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** A grid of two rows and three columns, cut into rows, columns, single ranks, and not at all. */
public final class Sub {
    private Sub() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.exactly(6);
        Cartcomm grid = MPI.COMM_WORLD.Create_cart(new int[] {2, 3}, new boolean[2], false);
        int me = grid.Rank();
        check(grid, false, true, 3, me % 3);
        check(grid, false, false, 1, 0);
        check(grid, true, true, 6, me);
        check(grid, true, false, 2, me / 3);
        grid.Free();
        MPI.Finalize();
    }

    private static void check(Cartcomm grid, boolean rows, boolean columns, int ranks, int rank) {
        Cartcomm part = grid.Sub(new boolean[] {rows, columns});
        String what = " of the part that keeps rows: " + rows + ", columns: " + columns;
        Check.equal(ranks, part.Size(), "ranks" + what);
        Check.equal(rank, part.Rank(), "own rank" + what);
        part.Free();
    }
}
