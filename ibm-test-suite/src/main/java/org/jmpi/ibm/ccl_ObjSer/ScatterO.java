package org.jmpi.ibm.ccl_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.ccl.Scatter;

/** Scatter of objects. */
public final class ScatterO {
    private ScatterO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Scatter.run(Items.ROWS, 100);
        MPI.Finalize();
    }
}
