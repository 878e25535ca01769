package org.jmpi.ibm.ccl_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.ccl.Gather;

/** Gather of objects. */
public final class GatherO {
    private GatherO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Gather.run(Items.ROWS, 100);
        MPI.Finalize();
    }
}
