package org.jmpi.ibm.pt2pt_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.pt2pt.Rsend;

/** A ready send of objects. */
public final class RsendO {
    private RsendO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Rsend.run(Items.ROWS);
        MPI.Finalize();
    }
}
