package org.jmpi.ibm.ccl;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Alltoall: block i comes from rank i, and was meant for the rank that gets it. */
public final class Alltoall {
    private static final int DEST = 100;

    private Alltoall() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS, 10_000);
        MPI.Finalize();
    }

    public static void run(Items items, int most) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int ranks = world.Size();
        Counts.upTo(most, each -> {
            Object sent = items.make(ranks * each, k -> me + DEST * (k / each));
            Object received = items.room(ranks * each);
            world.Alltoall(sent, 0, each, items.type(), received, 0, each, items.type());
            Check.equal(items.make(ranks * each, k -> k / each + DEST * me), received, "blocks of " + each);
        });
    }
}
