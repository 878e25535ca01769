package org.jmpi.ibm.comm;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** Compare tells the same communicator from one of the same ranks, one in another order, and one of other ranks. */
public final class Compare {
    private Compare() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        check(MPI.IDENT, world, "itself");
        check(MPI.CONGRUENT, (Comm) world.clone(), "its clone");
        check(MPI.SIMILAR, world.Split(0, -me), "its ranks in reverse");
        check(MPI.UNEQUAL, world.Split(me, 0), "each rank alone");
        Check.fails(MPI.ERR_COMM, () -> Comm.Compare(world, null), "Compare with null");
        MPI.Finalize();
    }

    private static void check(int expected, Comm other, String what) {
        Check.equal(expected, Comm.Compare(MPI.COMM_WORLD, other), "the world and " + what);
        Check.equal(expected, Comm.Compare(other, MPI.COMM_WORLD), what + " and the world");
        if (other != MPI.COMM_WORLD) other.Free();
    }
}
