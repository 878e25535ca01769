package org.jmpi.ibm.env;

import mpi.MPI;
import org.jmpi.ibm.Check;

/** The processor has a name. */
public final class Procname {
    private Procname() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Check.isTrue(!MPI.Get_processor_name().isBlank(), "name of the processor");
        MPI.Finalize();
    }
}
