package org.jmpi.ibm.pt2pt_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.pt2pt.Start;

/** Persistent sends of an object: each start sends the state that it has then. */
public final class StartO {
    private StartO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Start.run(Items.ROWS);
        MPI.Finalize();
    }
}
