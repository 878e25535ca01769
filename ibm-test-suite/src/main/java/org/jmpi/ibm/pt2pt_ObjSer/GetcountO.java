package org.jmpi.ibm.pt2pt_ObjSer;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;
import org.jmpi.ibm.pt2pt.Getcount;

/** The status of a message of objects tells their number. */
public final class GetcountO {
    private GetcountO() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        Getcount.exchange(Items.ROWS.range(1, 7), MPI.OBJECT);
        MPI.Finalize();
    }
}
