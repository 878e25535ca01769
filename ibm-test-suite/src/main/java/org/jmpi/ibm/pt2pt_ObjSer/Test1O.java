package org.jmpi.ibm.pt2pt_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.pt2pt.Test1;

/** A receive of an object, completed by Test. */
public final class Test1O {
    private Test1O() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Test1.run(Items.ROWS);
        MPI.Finalize();
    }
}
