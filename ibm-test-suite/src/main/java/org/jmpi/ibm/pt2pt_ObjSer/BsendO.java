package org.jmpi.ibm.pt2pt_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.pt2pt.Bsend;

/** Buffered sends of objects. */
public final class BsendO {
    private BsendO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Bsend.run(Items.ROWS, 10, 1000);
        MPI.Finalize();
    }
}
