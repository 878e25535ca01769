package org.jmpi.ibm.check.deadlocks;

import mpi.MPI;

/** Both ranks receive before they send. */
public final class Receives {
    private Receives() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int other = 1 - MPI.COMM_WORLD.Rank();
        int[] buffer = new int[1];
        MPI.COMM_WORLD.Recv(buffer, 0, 1, MPI.INT, other, 7);
        MPI.COMM_WORLD.Send(buffer, 0, 1, MPI.INT, other, 7);
        MPI.Finalize();
    }
}
