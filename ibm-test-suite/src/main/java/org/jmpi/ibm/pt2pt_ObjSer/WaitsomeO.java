package org.jmpi.ibm.pt2pt_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.pt2pt.Waitsome;

/** Waitsome for receives of objects. */
public final class WaitsomeO {
    private WaitsomeO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Waitsome.run(Items.ROWS);
        MPI.Finalize();
    }
}
