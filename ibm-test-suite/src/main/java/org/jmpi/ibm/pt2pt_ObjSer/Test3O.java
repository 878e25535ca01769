package org.jmpi.ibm.pt2pt_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.pt2pt.Test3;

/** A send and a receive of objects under way at once, each completed by Test. */
public final class Test3O {
    private Test3O() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Test3.run(Items.ROWS, 3000);
        MPI.Finalize();
    }
}
