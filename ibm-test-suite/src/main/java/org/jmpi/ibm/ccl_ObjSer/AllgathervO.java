package org.jmpi.ibm.ccl_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.ccl.Allgatherv;

/** Allgatherv of objects. */
public final class AllgathervO {
    private AllgathervO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Allgatherv.run(Items.ROWS);
        MPI.Finalize();
    }
}
