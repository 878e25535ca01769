package org.jmpi.ibm.check.collectives;

import mpi.MPI;

/** One rank contributes one element more than the others. */
public final class Counts {
    private Counts() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int count = rank == 1 ? 3 : 2;
        MPI.COMM_WORLD.Allgather(new long[3], 0, count, MPI.LONG, new long[12], 0, count, MPI.LONG);
        MPI.Finalize();
    }
}
