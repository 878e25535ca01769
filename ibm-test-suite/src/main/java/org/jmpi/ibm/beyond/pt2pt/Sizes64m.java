package org.jmpi.ibm.beyond.pt2pt;

import mpi.MPI;

/** Messages of all sizes up to 64 MiB, around every power of two. */
public final class Sizes64m {
    private Sizes64m() {}

    public static void main(String[] args) {
        MPI.Init(args);
        SizeSweep.upTo(64 << 20);
        MPI.Finalize();
    }
}
