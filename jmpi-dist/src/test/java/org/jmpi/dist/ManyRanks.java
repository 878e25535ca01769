package org.jmpi.dist;

import mpi.MPI;

/** A program that counts its ranks. */
public final class ManyRanks {
    private ManyRanks() {}

    /**
     * Runs one rank.
     *
     * @param args unused
     */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        MPI.COMM_WORLD.Barrier();
        int[] one = {1};
        int[] sum = new int[1];
        MPI.COMM_WORLD.Allreduce(one, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        if (sum[0] != MPI.COMM_WORLD.Size()) throw new AssertionError("sum " + sum[0]);
        if (MPI.COMM_WORLD.Rank() == 0) System.out.println(sum[0] + " ranks");
        MPI.Finalize();
    }
}
