package org.jmpi.ibm.pt2pt;

import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Testsome tells of each request once, of several at a time or of none. */
public final class Testsome {
    private Testsome() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS);
        MPI.Finalize();
    }

    public static void run(Items items) {
        Arrivals.run(items, Testsome::complete);
    }

    private static void complete(Arrivals arrivals) {
        Check.equal(0, Request.Testsome(arrivals.requests()).length, "completed before any message is sent");
        arrivals.checkActive();
        arrivals.begin();
        arrivals.completeBySome(Request::Testsome, 0);
        Check.equal(0, Request.Testsome(arrivals.requests()).length, "completed when all are void");
    }
}
