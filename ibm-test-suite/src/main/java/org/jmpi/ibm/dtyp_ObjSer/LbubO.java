package org.jmpi.ibm.dtyp_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.dtyp.Lbub;

/** Bounds of structs of objects. */
public final class LbubO {
    private LbubO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Lbub.run(Items.ROWS);
        MPI.Finalize();
    }
}
