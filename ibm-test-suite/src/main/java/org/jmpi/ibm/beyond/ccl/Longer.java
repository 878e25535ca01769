package org.jmpi.ibm.beyond.ccl;

import mpi.MPI;

/** Every collective operation of blocks so long that they are cut into parts. */
public final class Longer {
    private Longer() {}

    public static void main(String[] args) {
        MPI.Init(args);
        AllCollectives.check(MPI.COMM_WORLD, 20_000, MPI.COMM_WORLD.Size() - 1);
        AllCollectives.check(MPI.COMM_WORLD, 150_001, 0);
        MPI.Finalize();
    }
}
