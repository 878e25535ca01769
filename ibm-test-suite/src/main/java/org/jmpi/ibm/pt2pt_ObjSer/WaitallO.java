package org.jmpi.ibm.pt2pt_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.pt2pt.Waitall;

/** Waitall for sends and receives of objects. */
public final class WaitallO {
    private WaitallO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Waitall.run(Items.ROWS);
        MPI.Finalize();
    }
}
