package org.jmpi.ibm.beyond.ccl;

import mpi.MPI;

/** Every collective operation, from every root, of short and of longer blocks. */
public final class Everyroot {
    private static final int[] COUNTS = {1, 7, 1000};

    private Everyroot() {}

    public static void main(String[] args) {
        MPI.Init(args);
        for (int count : COUNTS)
            for (int root = 0; root < MPI.COMM_WORLD.Size(); root++) AllCollectives.check(MPI.COMM_WORLD, count, root);
        MPI.Finalize();
    }
}
