package org.jmpi.ibm.ccl;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Scatter from one root after the other: rank i gets its block i. */
public final class Scatter {
    private Scatter() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS, 10_000);
        MPI.Finalize();
    }

    public static void run(Items items, int most) {
        for (int root = 0; root < MPI.COMM_WORLD.Size(); root++) {
            int turn = root;
            Counts.upTo(most, each -> scatter(items, each, turn));
        }
    }

    private static void scatter(Items items, int each, int root) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        Object all = me == root ? items.range(0, world.Size() * each) : null;
        Object own = items.room(each);
        world.Scatter(all, 0, each, items.type(), own, 0, each, items.type(), root);
        Check.equal(items.range(me * each, each), own, "block of " + each + " from rank " + root);
    }
}
