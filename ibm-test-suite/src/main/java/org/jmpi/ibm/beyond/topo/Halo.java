package org.jmpi.ibm.beyond.topo;

import mpi.CartParms;
import mpi.Cartcomm;
import mpi.Datatype;
import mpi.MPI;
import mpi.ShiftParms;
import org.jmpi.ibm.Check;

/**
 * Every rank of a periodic grid swaps the edges of its field with its four neighbours, columns by a derived datatype.
 */
public final class Halo {
    private static final int SIDE = 20;
    private static final int WIDTH = SIDE + 2;
    private static final int TAG = 1;

    private Halo() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int[] dims = new int[2];
        Cartcomm.Dims_create(MPI.COMM_WORLD.Size(), dims);
        Cartcomm grid = MPI.COMM_WORLD.Create_cart(dims, new boolean[] {true, true}, true);
        Datatype row = Datatype.Contiguous(SIDE, MPI.INT);
        Datatype column = Datatype.Vector(SIDE, 1, WIDTH, MPI.INT);
        row.Commit();
        column.Commit();
        int[] field = field(grid, false);
        swap(grid, field, row, 0, WIDTH);
        swap(grid, field, column, 1, 1);
        Check.equal(field(grid, true), field, "field with the edges of its neighbours");
        row.free();
        column.free();
        grid.Free();
        MPI.Finalize();
    }

    /** Returns a field whose elements tell where they are in the whole: with or without what surrounds it. */
    private static int[] field(Cartcomm grid, boolean withEdges) {
        CartParms parms = grid.Get();
        int[] field = new int[WIDTH * WIDTH];
        for (int y = 0; y < WIDTH; y++)
            for (int x = 0; x < WIDTH; x++) {
                boolean edgeOfRows = y == 0 || y == SIDE + 1;
                boolean edgeOfColumns = x == 0 || x == SIDE + 1;
                if (edgeOfRows && edgeOfColumns || !withEdges && (edgeOfRows || edgeOfColumns)) continue;
                int line = Math.floorMod(parms.coords[0] * SIDE + y - 1, parms.dims[0] * SIDE);
                int place = Math.floorMod(parms.coords[1] * SIDE + x - 1, parms.dims[1] * SIDE);
                field[y * WIDTH + x] = 1 + line * 10_000 + place;
            }
        return field;
    }

    /** @param step elements from a line of this kind to the next one */
    private static void swap(Cartcomm grid, int[] field, Datatype line, int direction, int step) {
        int first = WIDTH + 1;
        int last = first + (SIDE - 1) * step;
        ShiftParms up = grid.Shift(direction, 1);
        ShiftParms down = grid.Shift(direction, -1);
        grid.Sendrecv(field, last, 1, line, up.rank_dest, TAG, field, first - step, 1, line, up.rank_source, TAG);
        grid.Sendrecv(field, first, 1, line, down.rank_dest, TAG, field, last + step, 1, line, down.rank_source, TAG);
    }
}
