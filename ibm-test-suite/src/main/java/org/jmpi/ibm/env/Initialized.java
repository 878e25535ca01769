package org.jmpi.ibm.env;

import mpi.MPI;
import org.jmpi.ibm.Check;

/** Initialized is false before Init, and true afterwards. */
public final class Initialized {
    private Initialized() {}

    public static void main(String[] args) {
        Check.isTrue(!MPI.Initialized(), "Initialized is false before Init");
        MPI.Init(args);
        Check.isTrue(MPI.Initialized(), "Initialized after Init");
        Check.fails(MPI.ERR_OTHER, () -> MPI.Init(args), "a second Init");
        MPI.Finalize();
    }
}
