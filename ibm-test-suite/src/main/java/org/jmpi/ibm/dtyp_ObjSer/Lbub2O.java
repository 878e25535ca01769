package org.jmpi.ibm.dtyp_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.dtyp.Lbub2;

/** Bounds of structs of objects that do not start at 0. */
public final class Lbub2O {
    private Lbub2O() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Lbub2.run(Items.ROWS);
        MPI.Finalize();
    }
}
