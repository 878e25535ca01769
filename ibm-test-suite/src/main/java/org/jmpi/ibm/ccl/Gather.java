package org.jmpi.ibm.ccl;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Gather to one root after the other: it gets block i from rank i. */
public final class Gather {
    private Gather() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS, 10_000);
        MPI.Finalize();
    }

    public static void run(Items items, int most) {
        for (int root = 0; root < MPI.COMM_WORLD.Size(); root++) {
            int turn = root;
            Counts.upTo(most, each -> gather(items, each, turn));
        }
    }

    private static void gather(Items items, int each, int root) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int ranks = world.Size();
        Object all = me == root ? items.room(ranks * each) : null;
        world.Gather(items.make(each, k -> me), 0, each, items.type(), all, 0, each, items.type(), root);
        if (me == root) Check.equal(items.make(ranks * each, k -> k / each), all, "blocks of " + each);
    }
}
