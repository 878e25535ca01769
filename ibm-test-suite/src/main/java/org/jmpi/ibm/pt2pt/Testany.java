package org.jmpi.ibm.pt2pt;

import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Poll;

/** Testany tells of each request once, and of none before its message has come. */
public final class Testany {
    private Testany() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS);
        MPI.Finalize();
    }

    public static void run(Items items) {
        Arrivals.run(items, Testany::complete);
    }

    private static void complete(Arrivals arrivals) {
        Check.equal(null, Request.Testany(arrivals.requests()), "Testany before any message is sent");
        arrivals.checkActive();
        arrivals.begin();
        arrivals.completeByOne(requests -> Poll.until(() -> Request.Testany(requests)));
        Check.equal(MPI.UNDEFINED, Request.Testany(arrivals.requests()).index, "index of void requests");
    }
}
