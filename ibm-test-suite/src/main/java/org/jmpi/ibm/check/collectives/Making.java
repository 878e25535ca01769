package org.jmpi.ibm.check.collectives;

import mpi.MPI;

/** Ranks make communicators by different calls, which exchange messages themselves. */
public final class Making {
    private Making() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        if (rank == 1) MPI.COMM_WORLD.clone();
        else MPI.COMM_WORLD.Split(0, rank);
        MPI.Finalize();
    }
}
