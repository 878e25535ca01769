package org.jmpi.ibm.pt2pt;

import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/**
 * A message from every rank to every rank, also to itself: what it says tells its sender and the round.
 *
 * <p>Of the requests, number {@code 2i} receives from rank i and number {@code 2i + 1} sends to it; there may be
 * others behind them, which are void.
 */
final class AllPairs<R extends Request> {
    private static final int TAG = 1;
    private static final int ROUND = 1000;

    private final int me = MPI.COMM_WORLD.Rank();
    private final int ranks = MPI.COMM_WORLD.Size();
    private final Items items;
    private final int count;
    private final R[] requests;
    private final Object sent;
    private final Object data;
    private int round;

    /**
     * @param count items of each message
     * @param requests takes the requests
     */
    AllPairs(Items items, int count, R[] requests) {
        this.items = items;
        this.count = count;
        this.requests = requests;
        sent = items.range(me, count);
        data = items.room(ranks * count);
    }

    /** Changes what is sent, in place. */
    void nextRound() {
        round++;
        for (int k = 0; k < count; k++) items.put(sent, k, round * ROUND + me + k);
    }

    void receive(Transfer<R> transfer) {
        for (int i = 0; i < ranks; i++)
            requests[2 * i] = transfer.make(MPI.COMM_WORLD, data, i * count, count, items.type(), i, TAG);
    }

    void send(Transfer<R> transfer) {
        for (int i = 0; i < ranks; i++)
            requests[2 * i + 1] = transfer.make(MPI.COMM_WORLD, sent, 0, count, items.type(), i, TAG);
    }

    /** Waits for all messages and checks them; returns the statuses. */
    Status[] complete() {
        Status[] statuses = Request.Waitall(requests);
        Check.equal(requests.length, statuses.length, "statuses");
        for (int i = 0; i < ranks; i++) {
            Object expected = items.range(round * ROUND + i, count);
            Check.equal(expected, items.part(data, i * count, count), "message from rank " + i);
            Check.equal(i, statuses[2 * i].source, "source");
            Check.equal(TAG, statuses[2 * i].tag, "tag of the message from rank " + i);
            Check.equal(count, statuses[2 * i].Get_count(items.type()), "count of the message from rank " + i);
        }
        return statuses;
    }
}
