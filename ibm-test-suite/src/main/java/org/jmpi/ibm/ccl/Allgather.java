package org.jmpi.ibm.ccl;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Allgather: every rank gets block i from rank i. */
public final class Allgather {
    private Allgather() {}

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
            Object own = items.make(each, k -> me);
            Object all = items.room(ranks * each);
            world.Allgather(own, 0, each, items.type(), all, 0, each, items.type());
            Check.equal(items.make(ranks * each, k -> k / each), all, "blocks of " + each);
        });
    }
}
