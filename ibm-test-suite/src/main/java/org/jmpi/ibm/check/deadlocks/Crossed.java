package org.jmpi.ibm.check.deadlocks;

import mpi.MPI;

/** Ranks call two collective operations in different orders. */
public final class Crossed {
    private Crossed() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int[] buffer = new int[4];
        boolean first = MPI.COMM_WORLD.Rank() == 0;
        if (first) MPI.COMM_WORLD.Reduce(buffer, 0, new int[4], 0, 4, MPI.INT, MPI.SUM, 0);
        MPI.COMM_WORLD.Bcast(buffer, 0, 4, MPI.INT, 0);
        if (!first) MPI.COMM_WORLD.Reduce(buffer, 0, new int[4], 0, 4, MPI.INT, MPI.SUM, 0);
        MPI.Finalize();
    }
}
