package org.jmpi.ibm.pt2pt_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.pt2pt.Testsome;

/** Testsome for receives of objects. */
public final class TestsomeO {
    private TestsomeO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Testsome.run(Items.ROWS);
        MPI.Finalize();
    }
}
