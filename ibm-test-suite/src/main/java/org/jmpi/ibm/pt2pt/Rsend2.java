package org.jmpi.ibm.pt2pt;

import mpi.Comm;
import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/** Ready sends from each rank to each, whose receives have all been posted. */
public final class Rsend2 {
    private static final int ROUNDS = 10;

    private Rsend2() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS);
        MPI.Finalize();
    }

    public static void run(Items items) {
        Ranks.atLeast(2);
        for (int round = 0; round < ROUNDS; round++) Isend.exchange(items, Comm::Irsend, true);
    }
}
