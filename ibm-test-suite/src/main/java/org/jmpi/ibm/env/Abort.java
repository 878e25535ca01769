package org.jmpi.ibm.env;

import mpi.MPI;

/** Abort ends every rank, with the exit code it is given; nothing is done afterwards. */
public final class Abort {
    private static final int EXIT_CODE = 5;

    private Abort() {}

    public static void main(String[] args) {
        MPI.Init(args);
        MPI.COMM_WORLD.Barrier();
        if (MPI.COMM_WORLD.Rank() == MPI.COMM_WORLD.Size() - 1) MPI.COMM_WORLD.Abort(EXIT_CODE);
        else MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, MPI.COMM_WORLD.Size() - 1, MPI.ANY_TAG);
        throw new AssertionError("a rank goes on after Abort");
    }
}
