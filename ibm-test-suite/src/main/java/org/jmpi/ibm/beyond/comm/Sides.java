package org.jmpi.ibm.beyond.comm;

import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/** An intercommunicator between the first ranks of the world and the others. */
final class Sides {
    private static final int TAG = 5;

    private Sides() {}

    /** Returns it; its leaders are the last rank of the first side and the first rank of the other. */
    static Intercomm join(int first) {
        Intracomm world = MPI.COMM_WORLD;
        boolean low = world.Rank() < first;
        Intracomm own = world.Split(low ? 0 : 1, world.Rank());
        Intercomm inter = world.Create_intercomm(own, low ? first - 1 : 0, low ? first : first - 1, TAG);
        Check.isTrue(inter.Test_inter(), "an intercommunicator is one");
        Check.equal(low ? first : world.Size() - first, inter.Size(), "ranks of the own side");
        Check.equal(low ? world.Size() - first : first, inter.Remote_size(), "ranks of the other side");
        own.Free();
        return inter;
    }
}
