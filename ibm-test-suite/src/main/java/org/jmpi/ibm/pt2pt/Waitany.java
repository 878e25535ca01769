package org.jmpi.ibm.pt2pt;

import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Waitany tells of each request once. */
public final class Waitany {
    private Waitany() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS);
        MPI.Finalize();
    }

    public static void run(Items items) {
        Arrivals.run(items, Waitany::complete);
    }

    private static void complete(Arrivals arrivals) {
        arrivals.begin();
        arrivals.completeByOne(Request::Waitany);
        Check.equal(MPI.UNDEFINED, Request.Waitany(arrivals.requests()).index, "index of void requests");
    }
}
