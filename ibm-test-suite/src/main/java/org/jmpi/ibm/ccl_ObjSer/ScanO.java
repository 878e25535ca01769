package org.jmpi.ibm.ccl_ObjSer;

import mpi.MPI;
import mpi.Op;
import org.jmpi.ibm.Complex;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.ccl.Scan;

/** Scan of objects with the program's own operator. */
public final class ScanO {
    private ScanO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Op sum = Complex.sum();
        Scan.run(Items.COMPLEX, sum, 100);
        sum.free();
        MPI.Finalize();
    }
}
