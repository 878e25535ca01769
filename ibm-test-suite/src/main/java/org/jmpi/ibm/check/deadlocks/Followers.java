package org.jmpi.ibm.check.deadlocks;

import mpi.MPI;

/** Two ranks wait for each other, and all others for them. */
public final class Followers {
    private Followers() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int[] buffer = new int[1];
        MPI.COMM_WORLD.Recv(buffer, 0, 1, MPI.INT, rank < 2 ? 1 - rank : rank - 1, 7);
        MPI.Finalize();
    }
}
