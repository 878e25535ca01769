package org.jmpi.ibm.ccl_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.ccl.Alltoallv;

/** Alltoallv of objects. */
public final class AlltoallvO {
    private AlltoallvO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Alltoallv.run(Items.ROWS);
        MPI.Finalize();
    }
}
