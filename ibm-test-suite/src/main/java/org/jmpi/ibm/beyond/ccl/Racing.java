package org.jmpi.ibm.beyond.ccl;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Hundreds of short operations whose root goes around, so that some ranks are far ahead of others. */
public final class Racing {
    private static final int ROUNDS = 1000;

    private Racing() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int ranks = world.Size();
        for (int round = 0; round < ROUNDS; round++) {
            int root = round % ranks;
            int[] number = {me == root ? round : -1};
            world.Bcast(number, 0, 1, MPI.INT, root);
            Check.equal(round, number[0], "number of round " + round);
            int[] all = new int[ranks];
            world.Gather(new int[] {round + me}, 0, 1, MPI.INT, all, 0, 1, MPI.INT, root);
            Check.equal(me == root ? Items.INTS.range(round, ranks) : new int[ranks], all, "numbers of round " + round);
        }
        MPI.Finalize();
    }
}
