package org.jmpi.ibm.beyond.ccl;

import mpi.MPI;
import org.jmpi.ibm.ccl.Barrier;

/** Collective operations by the algorithms that are never chosen: the options of jmpirun ask for them. */
public final class Chains {
    private Chains() {}

    public static void main(String[] args) throws InterruptedException {
        MPI.Init(args);
        Manyranks.run();
        Barrier.run();
        MPI.Finalize();
    }
}
