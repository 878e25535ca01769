package org.jmpi.run;

import mpi.MPI;

/** A program for ranks that another process manager than jmpirun starts. The argument says how it ends. */
public final class WireUpProgram {
    private WireUpProgram() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int[] sum = new int[1];
        MPI.COMM_WORLD.Allreduce(new int[] {rank + 1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        System.out.println("rank " + rank + " of " + size + ", sum " + sum[0]);
        MPI.Finalize();
    }
}
