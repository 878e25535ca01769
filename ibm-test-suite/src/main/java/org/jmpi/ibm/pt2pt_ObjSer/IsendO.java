package org.jmpi.ibm.pt2pt_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.pt2pt.Isend;

/** Non-blocking sends of objects, in every mode. */
public final class IsendO {
    private IsendO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Isend.run(Items.ROWS);
        MPI.Finalize();
    }
}
