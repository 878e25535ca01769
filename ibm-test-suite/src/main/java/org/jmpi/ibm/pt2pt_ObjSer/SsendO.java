package org.jmpi.ibm.pt2pt_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.pt2pt.Ssend;

/** A synchronous send of objects. */
public final class SsendO {
    private SsendO() {}

    public static void main(String[] args) throws InterruptedException {
        MPI.Init(args);
        Ssend.run(Items.ROWS);
        MPI.Finalize();
    }
}
