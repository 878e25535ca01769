package org.jmpi.ibm.trouble;

import mpi.MPI;

/** A program whose rank 1 finds something wrong. */
public final class Fails {
    private Fails() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        if (MPI.COMM_WORLD.Rank() == 1) throw new AssertionError("sum: expected 3, got 4");
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
    }
}
