package org.jmpi.ibm.pt2pt_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.pt2pt.Testall;

/** Testall for receives of objects. */
public final class TestallO {
    private TestallO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Testall.run(Items.ROWS);
        MPI.Finalize();
    }
}
