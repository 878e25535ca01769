package org.jmpi.ibm.beyond.comm;

import java.util.function.IntUnaryOperator;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Split with keys of all kinds: equal ones keep the order, negative ones and the extremes of an int sort as numbers. */
public final class Keys {
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
        comm.Free();
    }
}
