package org.jmpi.ibm.pt2pt_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.pt2pt.Sendrecv;

/** Sendrecv of objects, within a pair and around a ring. */
public final class SendrecvO {
    private SendrecvO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Sendrecv.run(Items.ROWS);
        MPI.Finalize();
    }
}
