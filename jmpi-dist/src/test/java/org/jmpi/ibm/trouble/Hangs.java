package org.jmpi.ibm.trouble;

import mpi.MPI;

/** A program whose ranks wait for messages that nobody sends. */
public final class Hangs {
    private Hangs() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int other = 1 - MPI.COMM_WORLD.Rank();
        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, other, 0);
        MPI.Finalize();
    }
}
