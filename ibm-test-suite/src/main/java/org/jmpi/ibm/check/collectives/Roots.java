package org.jmpi.ibm.check.collectives;

import mpi.MPI;

/** Each rank thinks that it is the root. */
public final class Roots {
    private Roots() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        MPI.COMM_WORLD.Gather(new int[4], 0, 4, MPI.INT, new int[16], 0, 4, MPI.INT, rank);
        MPI.Finalize();
    }
}
