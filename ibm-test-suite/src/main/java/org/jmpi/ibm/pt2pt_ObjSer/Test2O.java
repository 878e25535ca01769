package org.jmpi.ibm.pt2pt_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.pt2pt.Test2;

/** A receive of an object, found incomplete by Test and completed by Wait. */
public final class Test2O {
    private Test2O() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Test2.run(Items.ROWS);
        MPI.Finalize();
    }
}
