package org.jmpi.ibm.beyond.comm;

import java.util.function.IntUnaryOperator;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/**
 * Split with keys of all kinds: equal ones keep the order, negative ones and the extremes of an int sort as numbers.
 */
public final class Keys {
    private static final int TAG = 1;

    private Keys() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        int ranks = MPI.COMM_WORLD.Size();
        check(5, rank -> rank);
        check(-me, rank -> ranks - 1 - rank);
        check(me == ranks - 1 ? Integer.MIN_VALUE : Integer.MAX_VALUE, rank -> rank == 0 ? ranks - 1 : rank - 1);
        check(me % 2, rank -> rank < (ranks + 1) / 2 ? 2 * rank : 2 * (rank - (ranks + 1) / 2) + 1);
        MPI.Finalize();
    }

    /** @param worldRanks tells which rank of the world gets a rank */
    private static void check(int key, IntUnaryOperator worldRanks) {
        Intracomm world = MPI.COMM_WORLD;
        Intracomm comm = world.Split(0, key);
        int[] all = new int[world.Size()];
        comm.Allgather(new int[] {world.Rank()}, 0, 1, MPI.INT, all, 0, 1, MPI.INT);
        Check.equal(Items.INTS.make(all.length, worldRanks), all, "world ranks by rank");
        Check.equal(world.Rank(), all[comm.Rank()], "own rank in the world");
        passOn(comm);
        comm.Free();
    }

    /**
     * Sends a message to the next rank: the status of a receive from any source has the sender's rank in the
     * communicator.
     */
    private static void passOn(Intracomm comm) {
        int me = comm.Rank();
        int ranks = comm.Size();
        int next = (me + 1) % ranks;
        int last = (me + ranks - 1) % ranks;
        int[] room = {-1};
        Status status =
                comm.Sendrecv(new int[] {me}, 0, 1, MPI.INT, next, TAG, room, 0, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        Check.equal(last, room[0], "message from the last rank");
        Check.equal(last, status.source, "source of the message");
    }
}
