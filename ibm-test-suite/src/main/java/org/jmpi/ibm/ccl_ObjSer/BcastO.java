package org.jmpi.ibm.ccl_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.ccl.Bcast;

/** Bcast of objects. */
public final class BcastO {
    private BcastO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Bcast.run(Items.ROWS, 1000);
        MPI.Finalize();
    }
}
