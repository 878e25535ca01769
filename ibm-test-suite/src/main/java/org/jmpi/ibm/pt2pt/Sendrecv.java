package org.jmpi.ibm.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/** Sendrecv within a pair, and around the ring of all ranks; a message has its sender's number as its tag. */
public final class Sendrecv {
    static final int COUNT = 100;

    private Sendrecv() {}

    /** What sends items to one rank and receives others from another. */
    @FunctionalInterface
    interface Exchange {
        /** @param room takes what is received, and holds what is sent if no other array does */
        Status exchange(Items items, Object room, int dest, int source);
    }

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS);
        MPI.Finalize();
    }

    public static void run(Items items) {
        run(items, Sendrecv::exchange);
    }

    static void run(Items items, Exchange exchange) {
        Ranks.atLeast(2);
        int me = MPI.COMM_WORLD.Rank();
        int ranks = MPI.COMM_WORLD.Size();
        if (me < 2) check(items, exchange, 1 - me, 1 - me);
        check(items, exchange, (me + 1) % ranks, (me + ranks - 1) % ranks);
    }

    private static void check(Items items, Exchange exchange, int dest, int source) {
        Object room = message(items, MPI.COMM_WORLD.Rank());
        Status status = exchange.exchange(items, room, dest, source);
        Check.equal(source, status.source, "source");
        Check.equal(source, status.tag, "tag of the message from rank " + source);
        Check.equal(COUNT, status.Get_count(items.type()), "count of the message from rank " + source);
        Check.equal(message(items, source), room, "message from rank " + source);
    }

    private static Object message(Items items, int sender) {
        return items.range(sender * COUNT, COUNT);
    }

    private static Status exchange(Items items, Object room, int dest, int source) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        Object sent = message(items, me);
        Status status =
                world.Sendrecv(sent, 0, COUNT, items.type(), dest, me, room, 0, COUNT, items.type(), source, source);
        Check.equal(message(items, me), sent, "what was sent");
        return status;
    }
}
