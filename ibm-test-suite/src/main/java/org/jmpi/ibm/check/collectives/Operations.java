package org.jmpi.ibm.check.collectives;

import mpi.MPI;

/** One rank calls another operation than the others. */
public final class Operations {
    private Operations() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        if (rank == 1) MPI.COMM_WORLD.Barrier();
        else MPI.COMM_WORLD.Bcast(new int[4], 0, 4, MPI.INT, 0);
        MPI.Finalize();
    }
}
