package org.jmpi.ibm.dtyp_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.dtyp.Hvec;

/** Vectors of blocks of objects. */
public final class HvecO {
    private HvecO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Hvec.run(Items.ROWS);
        MPI.Finalize();
    }
}
