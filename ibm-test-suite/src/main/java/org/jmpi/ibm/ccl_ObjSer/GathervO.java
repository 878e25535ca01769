package org.jmpi.ibm.ccl_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.ccl.Gatherv;

/** Gatherv of objects. */
public final class GathervO {
    private GathervO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Gatherv.run(Items.ROWS);
        MPI.Finalize();
    }
}
