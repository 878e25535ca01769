package org.jmpi.ibm.pt2pt_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.pt2pt.Waitany;

/** Waitany for receives of objects. */
public final class WaitanyO {
    private WaitanyO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Waitany.run(Items.ROWS);
        MPI.Finalize();
    }
}
