package org.jmpi.ibm.check.leftovers;

import mpi.MPI;

/** Operations that no Wait or Test completes. */
public final class Incomplete {
    private Incomplete() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int other = 1 - MPI.COMM_WORLD.Rank();
        int[] buffer = new int[4];
        if (other == 1) {
            MPI.COMM_WORLD.Irecv(buffer, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            MPI.COMM_WORLD.Irecv(buffer, 1, 1, MPI.INT, other, 2);
        } else {
            MPI.COMM_WORLD.Isend(buffer, 0, 1, MPI.INT, other, 3);
            for (int i = 0; i < 2; i++) MPI.COMM_WORLD.Issend(buffer, 2, 1, MPI.INT, other, 2);
        }
        MPI.Finalize();
    }
}
