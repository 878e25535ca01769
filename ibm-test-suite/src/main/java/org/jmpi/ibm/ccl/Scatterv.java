package org.jmpi.ibm.ccl;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Scatterv: each rank gets a block of its own length; a text of what it got goes back to rank 0 as an object. */
public final class Scatterv {
    private static final int ROOT = 0;
    private static final int TAG = 1;

    private Scatterv() {}

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
        Object all = me == ROOT ? items.range(0, Uneven.STRIDE * world.Size()) : null;
        Object own = items.room(Uneven.STRIDE);
        world.Scatterv(all, 0, blocks.counts(), blocks.displs(), items.type(), own, 0, count, items.type(), ROOT);
        Object expected = items.room(Uneven.STRIDE);
        for (int k = 0; k < count; k++) items.put(expected, k, Uneven.STRIDE * me + k);
        Check.equal(expected, own, "block, and the room behind it");
        if (me == ROOT) checkReports(blocks);
        else world.Send(new String[] {report(me, count)}, 0, 1, MPI.OBJECT, ROOT, TAG);
    }

    private static void checkReports(Uneven blocks) {
        for (int rank = 1; rank < blocks.ranks(); rank++) {
            String[] room = new String[1];
            MPI.COMM_WORLD.Recv(room, 0, 1, MPI.OBJECT, rank, TAG);
            Check.equal(report(rank, blocks.count(rank)), room[0], "report of rank " + rank);
        }
    }

    private static String report(int rank, int count) {
        return "rank " + rank + " got " + count + " items";
    }
}
