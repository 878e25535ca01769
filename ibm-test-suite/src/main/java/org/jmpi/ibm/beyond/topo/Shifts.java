package org.jmpi.ibm.beyond.topo;

import mpi.CartParms;
import mpi.Cartcomm;
import mpi.MPI;
import mpi.ShiftParms;
import org.jmpi.ibm.Check;

/** Shift by every distance in every dimension, with and without rings, and the messages that go along. */
public final class Shifts {
    private static final int TAG = 1;

    private Shifts() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int[] dims = new int[2];
        Cartcomm.Dims_create(MPI.COMM_WORLD.Size(), dims);
        for (int choice = 0; choice < 4; choice++) {
            boolean[] periods = {(choice & 1) != 0, (choice & 2) != 0};
            Cartcomm grid = MPI.COMM_WORLD.Create_cart(dims, periods, false);
            for (int direction = 0; direction < 2; direction++)
                for (int disp = -dims[direction] - 1; disp <= dims[direction] + 1; disp++) check(grid, direction, disp);
            for (int disp : new int[] {Integer.MIN_VALUE, Integer.MAX_VALUE}) check(grid, 0, disp);
            grid.Free();
        }
        MPI.Finalize();
    }

    private static int neighbour(Cartcomm grid, int direction, long disp) {
        CartParms parms = grid.Get();
        long place = parms.coords[direction] + disp;
        if (!parms.periods[direction] && (place < 0 || place >= parms.dims[direction])) return MPI.PROC_NULL;
        parms.coords[direction] = Math.floorMod(place, parms.dims[direction]);
        return parms.coords[0] * parms.dims[1] + parms.coords[1];
    }

    private static void check(Cartcomm grid, int direction, int disp) {
        ShiftParms shift = grid.Shift(direction, disp);
        String what = " by " + disp + " in dimension " + direction;
        Check.equal(neighbour(grid, direction, -(long) disp), shift.rank_source, "source" + what);
        Check.equal(neighbour(grid, direction, disp), shift.rank_dest, "destination" + what);
        int[] number = {grid.Rank()};
        grid.Sendrecv_replace(number, 0, 1, MPI.INT, shift.rank_dest, TAG, shift.rank_source, TAG);
        int expected = shift.rank_source == MPI.PROC_NULL ? grid.Rank() : shift.rank_source;
        Check.equal(expected, number[0], "what came from the source" + what);
    }
}
