package org.jmpi.ibm.beyond.comm;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/** Split where some ranks, or all, want no communicator. */
public final class Undefined {
    private Undefined() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int ranks = world.Size();
        Check.equal(null, world.Split(MPI.UNDEFINED, me), "communicator of nobody");
        Intracomm odd = world.Split(me % 2 == 1 ? 7 : MPI.UNDEFINED, 0);
        Check.equal(me % 2 == 1, odd != null, "odd ranks have a communicator");
        if (odd != null) {
            Check.equal(ranks / 2, odd.Size(), "odd ranks");
            Check.equal(me / 2, odd.Rank(), "rank among the odd ones");
            odd.Barrier();
            odd.Free();
        }
        for (int only = 0; only < ranks; only++) {
            Intracomm one = world.Split(me == only ? Integer.MAX_VALUE : MPI.UNDEFINED, 0);
            Check.equal(me == only, one != null, "rank " + only + " has a communicator");
            if (one == null) continue;
            Check.equal(1, one.Size(), "ranks");
            one.Free();
        }
        MPI.Finalize();
    }
}
