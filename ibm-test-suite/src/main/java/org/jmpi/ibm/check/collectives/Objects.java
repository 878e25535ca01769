package org.jmpi.ibm.check.collectives;

import mpi.MPI;

/** One rank asks for one object more than the others. */
public final class Objects {
    private Objects() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        Object[] objects = {"one", "two", "three"};
        MPI.COMM_WORLD.Bcast(objects, 0, rank == 1 ? 3 : 2, MPI.OBJECT, 0);
        MPI.Finalize();
    }
}
