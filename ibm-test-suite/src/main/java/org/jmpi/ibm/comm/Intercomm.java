package org.jmpi.ibm.comm;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** An intercommunicator between the even and the odd ranks, its clone, and the communicator that they merge into. */
public final class Intercomm {
    private static final int TAG = 5;

    private Intercomm() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.even();
        Intracomm world = MPI.COMM_WORLD;
        int side = world.Rank() % 2;
        Intracomm own = world.Split(side, world.Rank());
        Check.isTrue(!own.Test_inter(), "an intracommunicator is no intercommunicator");
        mpi.Intercomm inter = world.Create_intercomm(own, 0, 1 - side, TAG);
        check(inter);
        mpi.Intercomm clone = (mpi.Intercomm) inter.clone();
        check(clone);
        clone.Free();
        merge(inter, side);
        inter.Free();
        own.Free();
        MPI.Finalize();
    }

    private static void check(mpi.Intercomm inter) {
        int me = MPI.COMM_WORLD.Rank();
        int half = MPI.COMM_WORLD.Size() / 2;
        Check.isTrue(inter.Test_inter(), "an intercommunicator is one");
        Check.equal(half, inter.Size(), "ranks of the own group");
        Check.equal(half, inter.Remote_size(), "ranks of the other group");
        Check.equal(half, inter.Remote_group().Size(), "members of the other group");
        Check.equal(me / 2, inter.Rank(), "rank in the own group");
        int[] buffer = {me};
        inter.Sendrecv_replace(buffer, 0, 1, MPI.INT, inter.Rank(), TAG, inter.Rank(), TAG);
        Check.equal(me % 2 == 0 ? me + 1 : me - 1, buffer[0], "message from the same rank of the other group");
    }

    private static void merge(mpi.Intercomm inter, int side) {
        int me = MPI.COMM_WORLD.Rank();
        int ranks = MPI.COMM_WORLD.Size();
        Intracomm merged = inter.Merge(side == 1);
        Check.isTrue(!merged.Test_inter(), "a merged communicator is no intercommunicator");
        Check.equal(ranks, merged.Size(), "ranks of both groups");
        Check.equal(side * ranks / 2 + me / 2, merged.Rank(), "rank among both groups");
        int[] sum = new int[1];
        merged.Allreduce(new int[] {me}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        Check.equal(ranks * (ranks - 1) / 2, sum[0], "sum of the world's ranks");
        merged.Free();
    }
}
