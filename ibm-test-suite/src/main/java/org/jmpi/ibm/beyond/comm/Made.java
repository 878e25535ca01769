package org.jmpi.ibm.beyond.comm;

import mpi.MPI;

/** Some thousand communicators, one after the other. */
public final class Made {
    private Made() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Churn.run(3000);
        MPI.Finalize();
    }
}
