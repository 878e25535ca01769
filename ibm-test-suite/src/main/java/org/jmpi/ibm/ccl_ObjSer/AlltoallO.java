package org.jmpi.ibm.ccl_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.ccl.Alltoall;

/** Alltoall of objects. */
public final class AlltoallO {
    private AlltoallO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Alltoall.run(Items.ROWS, 100);
        MPI.Finalize();
    }
}
