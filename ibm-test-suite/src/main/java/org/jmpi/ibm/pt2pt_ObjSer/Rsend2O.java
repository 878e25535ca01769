package org.jmpi.ibm.pt2pt_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.pt2pt.Rsend2;

/** Ready sends of objects from each rank to each. */
public final class Rsend2O {
    private Rsend2O() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Rsend2.run(Items.ROWS);
        MPI.Finalize();
    }
}
