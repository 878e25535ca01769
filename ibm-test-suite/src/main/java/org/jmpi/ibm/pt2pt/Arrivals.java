package org.jmpi.ibm.pt2pt;

import java.util.function.Consumer;
import java.util.function.Function;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/**
 * What rank 0 receives, one message from each other rank: its number. The receives are posted before any message
 * is sent; how they are completed is what a program shows.
 *
 * <p>Request i receives from rank i; request 0 is null or void.
 */
final class Arrivals {
    private static final int TAG = 1;

    private final int ranks = MPI.COMM_WORLD.Size();
    private final Items items;
    private final Object data;
    private final Request[] requests;
    private int completed;

    private Arrivals(Items items, Request none) {
        this.items = items;
        data = items.room(ranks);
        requests = new Request[ranks];
        requests[0] = none;
        for (int i = 1; i < ranks; i++) requests[i] = MPI.COMM_WORLD.Irecv(data, i, 1, items.type(), i, TAG);
    }

    /**
     * Runs what completes the receives, at rank 0, twice: beside a request that is void and beside one that is
     * null.
     */
    static void run(Items items, Consumer<Arrivals> completion) {
        Ranks.atLeast(2);
        int me = MPI.COMM_WORLD.Rank();
        for (Request none : new Request[] {MPI.REQUEST_NULL, null}) {
            if (me == 0) {
                Arrivals arrivals = new Arrivals(items, none);
                completion.accept(arrivals);
                arrivals.checkComplete();
            } else {
                MPI.COMM_WORLD.Barrier();
                MPI.COMM_WORLD.Send(items.of(me), 0, 1, items.type(), 0, TAG);
            }
        }
    }

    Request[] requests() {
        return requests;
    }

    /** Lets the other ranks send. */
    void begin() {
        MPI.COMM_WORLD.Barrier();
    }

    /** Checks that every receive still waits. */
    void checkActive() {
        for (int i = 1; i < ranks; i++) Check.isTrue(!requests[i].Is_null(), "request " + i + " is active");
    }

    /** Checks the receive from a rank, which has just completed. */
    void check(int rank, Status status) {
        Check.isTrue(rank > 0 && rank < ranks, "index " + status.index + " of a request that was active");
        Check.equal(rank, status.source, "source of request " + rank);
        Check.equal(TAG, status.tag, "tag of request " + rank);
        Check.equal(1, status.Get_count(items.type()), "count of request " + rank);
        Check.isTrue(requests[rank].Is_null(), "request " + rank + " is void");
        Check.equal(items.of(rank), items.part(data, rank, 1), "message of request " + rank);
        completed++;
    }

    /** Completes all receives by calls such as {@link Request#Waitany}. */
    void completeByOne(Function<Request[], Status> any) {
        while (completed < ranks - 1) {
            Status status = any.apply(requests);
            check(status.index, status);
        }
    }

    /**
     * Completes all receives by calls such as {@link Request#Waitsome}.
     *
     * @param least how many must be complete after a call
     */
    void completeBySome(Function<Request[], Status[]> some, int least) {
        while (completed < ranks - 1) {
            Status[] statuses = some.apply(requests);
            Check.isTrue(statuses.length >= least, statuses.length + " statuses are at least " + least);
            for (Status status : statuses) check(status.index, status);
        }
    }

    private void checkComplete() {
        Check.equal(ranks - 1, completed, "completed requests");
        for (int i = 1; i < ranks; i++) Check.isTrue(requests[i].Is_null(), "request " + i + " is void at the end");
    }
}
