package org.jmpi.ibm.check.collectives;

import mpi.MPI;

/** One rank is at its end when the others still work together. */
public final class Ending {
    private Ending() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        if (rank != 1) MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
    }
}
