package org.jmpi.ibm.pt2pt;

import mpi.MPI;
import mpi.Prequest;
import org.jmpi.ibm.Items;

/** Persistent requests of three modes between all pairs of ranks, started all at once, and again. */
public final class Startall {
    private Startall() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Persistent.run(Items.INTS, 1, Prequest::Startall, statuses -> {});
        MPI.Finalize();
    }
}
