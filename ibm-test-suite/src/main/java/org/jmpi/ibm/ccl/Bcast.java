package org.jmpi.ibm.ccl;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Bcast: every rank gets what the last one has. */
public final class Bcast {
    private Bcast() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS, 10_000);
        MPI.Finalize();
    }

    public static void run(Items items, int most) {
        Intracomm world = MPI.COMM_WORLD;
        int root = world.Size() - 1;
        for (int count = 1; count <= most; count *= 10) {
            Object buffer = world.Rank() == root ? items.range(0, count) : items.room(count);
            world.Bcast(buffer, 0, count, items.type(), root);
            Check.equal(items.range(0, count), buffer, "broadcast of " + count);
        }
    }
}
