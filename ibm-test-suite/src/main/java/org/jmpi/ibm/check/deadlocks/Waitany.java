package org.jmpi.ibm.check.deadlocks;

import mpi.MPI;
import mpi.Request;

/** Ranks wait for any of several messages of each other. */
public final class Waitany {
    private Waitany() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int other = 1 - MPI.COMM_WORLD.Rank();
        int[] buffer = new int[2];
        Request[] both = {
            MPI.COMM_WORLD.Irecv(buffer, 0, 1, MPI.INT, other, 1), MPI.COMM_WORLD.Irecv(buffer, 1, 1, MPI.INT, other, 2)
        };
        Request.Waitany(both);
        MPI.Finalize();
    }
}
