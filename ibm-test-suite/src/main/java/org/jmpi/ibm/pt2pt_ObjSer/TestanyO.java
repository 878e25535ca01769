package org.jmpi.ibm.pt2pt_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.pt2pt.Testany;

/** Testany for receives of objects. */
public final class TestanyO {
    private TestanyO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Testany.run(Items.ROWS);
        MPI.Finalize();
    }
}
