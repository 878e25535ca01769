package org.jmpi.ibm.check.deadlocks;

import mpi.MPI;

/** A rank waits for a message of one that has ended without Finalize. */
public final class Ended {
    private Ended() {}

    public static void main(String[] args) {
        MPI.Init(args);
        MPI.COMM_WORLD.Barrier();
        if (MPI.COMM_WORLD.Rank() == 1) return;
        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 1, 1);
        throw new AssertionError("a message of a rank that sent none");
    }
}
