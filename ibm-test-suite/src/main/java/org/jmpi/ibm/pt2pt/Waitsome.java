package org.jmpi.ibm.pt2pt;

import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Waitsome tells of each request once, of at least one at a time. */
public final class Waitsome {
    private Waitsome() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS);
        MPI.Finalize();
    }

    public static void run(Items items) {
        Arrivals.run(items, Waitsome::complete);
    }

    private static void complete(Arrivals arrivals) {
        arrivals.begin();
        arrivals.completeBySome(Request::Waitsome, 1);
        Check.equal(0, Request.Waitsome(arrivals.requests()).length, "completed when all are void");
    }
}
