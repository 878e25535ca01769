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
        Counts.upTo(most, each -> {
            Object buffer = world.Rank() == root ? items.range(0, each) : items.room(each);
            world.Bcast(buffer, 0, each, items.type(), root);
            Check.equal(items.range(0, each), buffer, "broadcast of " + each);
        });
    }
}
