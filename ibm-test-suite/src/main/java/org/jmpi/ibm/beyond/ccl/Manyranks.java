package org.jmpi.ibm.beyond.ccl;

import mpi.MPI;

/**
 * Collective operations by the algorithms that are for more ranks than there are: the options of jmpirun ask for them.
 */
public final class Manyranks {
    private static final int[] COUNTS = {0, 1, 7, 1000, 40_000};

    private Manyranks() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run();
        MPI.Finalize();
    }

    /** Runs all operations of blocks that travel in twos, one by one and in parts, in and out of the order of ranks. */
    static void run() {
        for (int count : COUNTS)
            for (int root = 0; root < MPI.COMM_WORLD.Size(); root++) AllCollectives.check(MPI.COMM_WORLD, count, root);
        Matrices.run();
    }
}
