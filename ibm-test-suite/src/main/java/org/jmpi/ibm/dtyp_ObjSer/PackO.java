package org.jmpi.ibm.dtyp_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.dtyp.Pack;

/** Pack and Unpack of numbers around an object. */
public final class PackO {
    private PackO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Pack.run(Items.ROWS.of(11), MPI.OBJECT, 500);
        MPI.Finalize();
    }
}
