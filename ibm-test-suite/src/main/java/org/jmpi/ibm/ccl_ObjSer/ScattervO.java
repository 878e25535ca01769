package org.jmpi.ibm.ccl_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.ccl.Scatterv;

/** Scatterv of objects. */
public final class ScattervO {
    private ScattervO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Scatterv.run(Items.ROWS);
        MPI.Finalize();
    }
}
