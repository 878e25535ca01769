package org.jmpi.ibm.ccl;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Allgatherv: blocks of different lengths land at their displacements, and the gaps between them stay as they are. */
public final class Allgatherv {
    private Allgatherv() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS);
        MPI.Finalize();
    }

    public static void run(Items items) {
        Intracomm world = MPI.COMM_WORLD;
        Uneven blocks = new Uneven(world.Size(), 10, 5);
        int count = blocks.count(world.Rank());
        Object all = blocks.room(items);
        world.Allgatherv(
                items.range(0, count), 0, count, items.type(), all, 0, blocks.counts(), blocks.displs(), items.type());
        Check.equal(blocks.filled(items, (rank, k) -> k), all, "blocks and gaps");
    }
}
