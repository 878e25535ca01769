package org.jmpi.ibm.ccl;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Gatherv: blocks of different lengths land at their displacements at rank 0, and nothing anywhere else. */
public final class Gatherv {
    private static final int ROOT = 0;

    private Gatherv() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS);
        MPI.Finalize();
    }

    public static void run(Items items) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        Uneven blocks = new Uneven(world.Size(), 10, 5);
        int count = blocks.count(me);
        Object own = items.make(count, k -> 1);
        Object all = blocks.room(items);
        world.Gatherv(own, 0, count, items.type(), all, 0, blocks.counts(), blocks.displs(), items.type(), ROOT);
        Object expected = me == ROOT ? blocks.filled(items, (rank, k) -> 1) : blocks.room(items);
        Check.equal(expected, all, "blocks and gaps");
    }
}
