package org.jmpi.ibm.ccl_ObjSer;

import mpi.MPI;
import mpi.Op;
import org.jmpi.ibm.Complex;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.ccl.Reduce;

/** Reduce of objects with the program's own operator. */
public final class ReduceO {
    private ReduceO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Op sum = Complex.sum();
        Reduce.run(Items.COMPLEX, sum, 100);
        sum.free();
        MPI.Finalize();
    }
}
