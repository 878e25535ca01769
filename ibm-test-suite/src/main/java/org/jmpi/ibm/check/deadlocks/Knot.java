package org.jmpi.ibm.check.deadlocks;

import mpi.MPI;

/** All ranks receive from any source, and none sends. */
public final class Knot {
    private Knot() {}

    public static void main(String[] args) {
        MPI.Init(args);
        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        MPI.Finalize();
    }
}
