package org.jmpi.ibm.beyond.comm;

import mpi.MPI;

/** More communicators, one after the other, than there are numbers of 16 bits: no context is lost. */
public final class Made100k {
    private Made100k() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Churn.run(100_000);
        MPI.Finalize();
    }
}
