package org.jmpi.ibm.check.deadlocks;

import mpi.MPI;

/** Each rank sends to the next one before it receives from the one before. */
public final class Ring {
    private Ring() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int[] buffer = new int[1];
        MPI.COMM_WORLD.Ssend(buffer, 0, 1, MPI.INT, (rank + 1) % size, 5);
        MPI.COMM_WORLD.Recv(buffer, 0, 1, MPI.INT, (rank + size - 1) % size, 5);
        MPI.Finalize();
    }
}
