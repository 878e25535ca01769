package org.jmpi.ibm.beyond.comm;

import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;
import org.jmpi.ibm.beyond.ccl.AllCollectives;

/** Merge of unequal groups, whichever asks for the higher ranks; the merged communicator does all that others do. */
public final class Intermerge {
    private Intermerge() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        for (int first = 1; first < MPI.COMM_WORLD.Size(); first++) {
            Intercomm inter = Sides.join(first);
            boolean low = MPI.COMM_WORLD.Rank() < first;
            merge(inter, !low, first, true);
            merge(inter, low, first, false);
            merge(inter, true, first, true);
            merge(inter, false, first, true);
            inter.Free();
        }
        MPI.Finalize();
    }

    /** @param lowFirst whether the side of the world's first ranks gets the lower ranks */
    private static void merge(Intercomm inter, boolean high, int first, boolean lowFirst) {
        int me = MPI.COMM_WORLD.Rank();
        int ranks = MPI.COMM_WORLD.Size();
        Intracomm merged = inter.Merge(high);
        Check.isTrue(!merged.Test_inter(), "a merged communicator is no intercommunicator");
        int rank = lowFirst ? me : me < first ? me + ranks - first : me - first;
        Check.equal(rank, merged.Rank(), "rank in the merged communicator");
        AllCollectives.check(merged, 20, ranks - 1);
        Intracomm part = merged.Split(merged.Rank() % 2, 0);
        AllCollectives.check(part, 3, 0);
        part.Free();
        merged.Free();
    }
}
