package org.jmpi.ibm.beyond.pt2pt;

import mpi.MPI;

/** Messages of all sizes up to 1 MiB, around every power of two. */
public final class Sizes {
    private Sizes() {}

    public static void main(String[] args) {
        MPI.Init(args);
        SizeSweep.upTo(1 << 20);
        MPI.Finalize();
    }
}
