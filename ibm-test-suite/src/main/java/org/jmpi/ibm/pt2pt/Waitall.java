package org.jmpi.ibm.pt2pt;

import mpi.Comm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/** Waitall for sends and receives between all pairs of ranks, among requests that are null or void. */
public final class Waitall {
    private Waitall() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS);
        MPI.Finalize();
    }

    public static void run(Items items) {
        Ranks.atLeast(2);
        int active = 2 * MPI.COMM_WORLD.Size();
        Request[] requests = new Request[active + 2];
        requests[active] = MPI.REQUEST_NULL;
        AllPairs<Request> pairs = new AllPairs<>(items, 1, requests);
        pairs.receive(Comm::Irecv);
        pairs.send(Comm::Isend);
        Status[] statuses = pairs.complete();
        for (int i = 0; i < active; i++) Check.isTrue(requests[i].Is_null(), "request " + i + " is void");
        for (int i = active; i < requests.length; i++) {
            Check.equal(MPI.ANY_SOURCE, statuses[i].source, "source of a void request");
            Check.equal(0, statuses[i].Get_count(items.type()), "count of a void request");
        }
        Check.equal(requests.length, Request.Waitall(requests).length, "statuses of void requests");
    }
}
