package org.jmpi.ibm.pt2pt;

import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Poll;

/** Testall returns null, and leaves all requests as they are, until the last message has come. */
public final class Testall {
    private Testall() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS);
        MPI.Finalize();
    }

    public static void run(Items items) {
        Arrivals.run(items, Testall::complete);
    }

    private static void complete(Arrivals arrivals) {
        Request[] requests = arrivals.requests();
        Check.equal(null, Request.Testall(requests), "Testall before any message is sent");
        arrivals.checkActive();
        arrivals.begin();
        Status[] statuses = Poll.until(() -> {
            Status[] all = Request.Testall(requests);
            if (all == null) arrivals.checkActive();
            return all;
        });
        for (int i = 1; i < requests.length; i++) arrivals.check(i, statuses[i]);
        Check.isTrue(Request.Testall(requests) != null, "Testall returns statuses of void requests");
    }
}
