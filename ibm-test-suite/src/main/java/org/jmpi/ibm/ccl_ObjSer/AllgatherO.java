package org.jmpi.ibm.ccl_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.ccl.Allgather;

/** Allgather of objects. */
public final class AllgatherO {
    private AllgatherO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Allgather.run(Items.ROWS, 100);
        MPI.Finalize();
    }
}
