package org.jmpi.ibm.check.deadlocks;

import mpi.MPI;

/** A rank waits for a message of one that is at its end. */
public final class Finalized {
    private Finalized() {}

    public static void main(String[] args) {
        MPI.Init(args);
        if (MPI.COMM_WORLD.Rank() == 0) MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 1, 1);
        MPI.Finalize();
    }
}
