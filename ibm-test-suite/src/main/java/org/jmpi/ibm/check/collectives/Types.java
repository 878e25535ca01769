package org.jmpi.ibm.check.collectives;

import mpi.MPI;

/** The root sends another type than the others receive. */
public final class Types {
    private Types() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        if (rank == 0) MPI.COMM_WORLD.Bcast(new int[2], 0, 2, MPI.INT, 0);
        else MPI.COMM_WORLD.Bcast(new float[2], 0, 2, MPI.FLOAT, 0);
        MPI.Finalize();
    }
}
