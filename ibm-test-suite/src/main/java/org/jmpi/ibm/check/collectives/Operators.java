package org.jmpi.ibm.check.collectives;

import mpi.MPI;

/** One rank wants the largest value, the others the sum. */
public final class Operators {
    private Operators() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        MPI.COMM_WORLD.Reduce(new int[2], 0, new int[2], 0, 2, MPI.INT, rank == 1 ? MPI.MAX : MPI.SUM, 0);
        MPI.Finalize();
    }
}
