package org.jmpi.ibm.beyond.topo;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import mpi.Cartcomm;
import mpi.Datatype;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.ShiftParms;
import org.jmpi.ibm.Check;

/**
 * Every collective operation among the neighbours of a grid, in each of its forms: blocks of ints and of objects, short
 * and long, along a ring and along a row that ends.
 */
public final class Neighbours {
    private static final int BLOCKS = 4;
    private static final int NOTHING = -1;

    private final Cartcomm grid;
    private final int items;
    private final Datatype type;
    private final int[] counts = new int[BLOCKS];

    /** Blocks with places of their own lie in the reverse order of neighbours. */
    private final int[] starts = new int[BLOCKS];

    private final Datatype[] types = new Datatype[BLOCKS];

    private Neighbours(Cartcomm grid, int items, Datatype type) {
        this.grid = grid;
        this.items = items;
        this.type = type;
        Arrays.fill(counts, items);
        Arrays.fill(types, type);
        Arrays.setAll(starts, block -> (BLOCKS - 1 - block) * items);
    }

    public static void main(String[] args) {
        MPI.Init(args);
        int[] dims = new int[2];
        Cartcomm.Dims_create(MPI.COMM_WORLD.Size(), dims);
        for (boolean swapped : new boolean[] {false, true}) {
            Cartcomm grid = MPI.COMM_WORLD.Create_cart(dims, new boolean[] {swapped, !swapped}, false);
            for (int items : new int[] {1, 7, 20_000}) new Neighbours(grid, items, MPI.INT).check();
            for (int items : new int[] {1, 300}) new Neighbours(grid, items, MPI.OBJECT).check();
            grid.Free();
        }
        MPI.Finalize();
    }

    private void check() {
        int[] s = starts;
        int[] c = counts;
        int n = items;
        Datatype t = type;
        Object one = array(n, i -> value(grid.Rank(), 0, i));
        Object out = array(BLOCKS * n, i -> value(grid.Rank(), i / n, i % n));
        Object back = array(BLOCKS * n, i -> value(grid.Rank(), BLOCKS - 1 - i / n, i % n));
        Object[] in = new Object[15];
        Arrays.setAll(in, i -> array(BLOCKS * n, k -> NOTHING));
        grid.Neighbor_allgather(one, 0, n, t, in[0], 0, n, t);
        grid.Neighbor_allgatherv(one, 0, n, t, in[1], 0, c, s, t);
        grid.Neighbor_alltoall(out, 0, n, t, in[2], 0, n, t);
        grid.Neighbor_alltoallv(back, 0, c, s, t, in[3], 0, c, s, t);
        grid.Neighbor_alltoallw(back, 0, c, s, types, in[4], 0, c, s, types);
        Request.Waitall(new Request[] {
            grid.Ineighbor_allgather(one, 0, n, t, in[5], 0, n, t),
            grid.Ineighbor_allgatherv(one, 0, n, t, in[6], 0, c, s, t),
            grid.Ineighbor_alltoall(out, 0, n, t, in[7], 0, n, t),
            grid.Ineighbor_alltoallv(back, 0, c, s, t, in[8], 0, c, s, t),
            grid.Ineighbor_alltoallw(back, 0, c, s, types, in[9], 0, c, s, types)
        });
        Prequest[] prepared = {
            grid.Neighbor_allgather_init(one, 0, n, t, in[10], 0, n, t),
            grid.Neighbor_allgatherv_init(one, 0, n, t, in[11], 0, c, s, t),
            grid.Neighbor_alltoall_init(out, 0, n, t, in[12], 0, n, t),
            grid.Neighbor_alltoallv_init(back, 0, c, s, t, in[13], 0, c, s, t),
            grid.Neighbor_alltoallw_init(back, 0, c, s, types, in[14], 0, c, s, types)
        };
        Prequest.Startall(prepared);
        Request.Waitall(prepared);
        for (Prequest request : prepared) request.Free();
        for (int i = 0; i < in.length; i++) Check.equal(expected(i % 5), in[i], "blocks of operation " + i);
    }

    /** Returns what an operation receives: the block for the neighbour below comes from above, and the reverse. */
    private Object expected(int operation) {
        boolean gathers = operation < 2;
        boolean reverses = operation != 0 && operation != 2;
        int[] sources = new int[BLOCKS];
        for (int block = 0; block < BLOCKS; block++) {
            ShiftParms shift = grid.Shift(block / 2, 1);
            sources[block] = block % 2 == 0 ? shift.rank_source : shift.rank_dest;
        }
        return array(BLOCKS * items, i -> {
            int block = reverses ? BLOCKS - 1 - i / items : i / items;
            if (sources[block] == MPI.PROC_NULL) return NOTHING;
            return value(sources[block], gathers ? 0 : block ^ 1, i % items);
        });
    }

    private static int value(int rank, int block, int item) {
        return 10_000_000 * rank + 1_000_000 * block + item;
    }

    private Object array(int length, IntUnaryOperator value) {
        IntStream values = IntStream.range(0, length).map(value);
        return type == MPI.INT
                ? values.toArray()
                : values.mapToObj(n -> "item " + n).toArray();
    }
}
