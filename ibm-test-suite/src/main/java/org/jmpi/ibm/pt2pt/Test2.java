package org.jmpi.ibm.pt2pt;

import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/** A receive is found incomplete by Test, and completed by Wait. */
public final class Test2 {
    private Test2() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS);
        MPI.Finalize();
    }

    public static void run(Items items) {
        Ranks.exactly(2);
        Late.run(items, Request::Wait);
    }
}
