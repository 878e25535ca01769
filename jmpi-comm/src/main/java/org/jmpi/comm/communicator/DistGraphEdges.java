package org.jmpi.comm.communicator;

import org.jmpi.comm.coll.Alltoall;
import org.jmpi.comm.coll.Alltoallv;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.schedule.Blocks;

/** Exchanges the edges of a graph between the ranks of a communicator. Every rank calls the same methods. */
final class DistGraphEdges {
    private static final Layout INT = Layout.of(BasicType.INT);
    private static final int NOBODY = -1;

    private final Communicator comm;
    private final String call;

    /** @param call the program's call */
    DistGraphEdges(Communicator comm, String call) {
        this.comm = comm;
        this.call = call;
    }

    /** Checks that all ranks give weights, or none. */
    void checkAllWeighted(boolean weighted) {
        int[] all = Communicators.allgather(call, comm, new int[] {weighted ? 1 : 0});
        for (int rank = 1; rank < all.length; rank++)
            if (all[rank] != all[0])
                throw refused("rank " + (all[0] == 1 ? 0 : rank) + " gives weights of edges, rank "
                        + (all[0] == 1 ? rank : 0) + " gives MPI.UNWEIGHTED");
    }

    /** Checks that the ranks at both ends know of each edge; fails at every rank if they do not. */
    void checkPaired(int[] sources, int[] destinations) {
        int size = comm.size();
        int[] in = countsOf(sources);
        int[] out = countsOf(destinations);
        int[] known = alltoall(out);
        int[] own = {NOBODY, 0, 0};
        for (int rank = 0; rank < size && own[0] == NOBODY; rank++)
            if (known[rank] != in[rank]) own = new int[] {rank, known[rank], in[rank]};
        int[] all = Communicators.allgather(call, comm, own);
        for (int rank = 0; rank < size; rank++)
            if (all[3 * rank] != NOBODY)
                throw refused("rank " + all[3 * rank] + " gives " + all[3 * rank + 1] + " edges to rank " + rank
                        + ", which gives " + all[3 * rank + 2] + " from rank " + all[3 * rank]);
    }

    /**
     * Prepares an exchange about edges.
     *
     * @param ranks the receiver of each edge that this rank gives
     */
    EdgeExchange exchange(int[] ranks) {
        return new EdgeExchange(ranks);
    }

    /** The number of edges that this rank sends to each other one, and receives from it. */
    final class EdgeExchange {
        private final int[] ranks;
        private final int[] given;
        private final int[] got;

        private EdgeExchange(int[] ranks) {
            this.ranks = ranks;
            this.given = countsOf(ranks);
            this.got = alltoall(given);
        }

        /** Sends a value for each edge; returns those that arrive, in the order of senders and of their edges. */
        int[] send(int[] values) {
            int[] starts = startsOf(given);
            int[] next = starts.clone();
            int[] sorted = new int[ranks.length];
            for (int i = 0; i < ranks.length; i++) sorted[next[ranks[i]]++] = values[i];
            int[] arrivals = startsOf(got);
            int last = got.length - 1;
            int[] received = new int[Math.addExact(arrivals[last], got[last])];
            Blocks send = Blocks.varying(Buffer.of(sorted), given, starts);
            Blocks receive = Blocks.varying(Buffer.of(received), got, arrivals);
            comm.collectives().run(call, peers -> Alltoallv.run(peers, send, receive));
            return received;
        }
    }

    private int[] countsOf(int[] ranks) {
        int[] counts = new int[comm.size()];
        for (int rank : ranks) counts[rank]++;
        return counts;
    }

    private static int[] startsOf(int[] counts) {
        int[] starts = new int[counts.length];
        for (int i = 1; i < starts.length; i++) starts[i] = Math.addExact(starts[i - 1], counts[i - 1]);
        return starts;
    }

    private int[] alltoall(int[] values) {
        int[] received = new int[values.length];
        Blocks send = Blocks.equal(Buffer.of(values).items(0, 1));
        Blocks receive = Blocks.equal(Buffer.of(received).items(0, 1));
        comm.collectives().run(call, peers -> Alltoall.run(peers, send, receive));
        return received;
    }

    private static CommException refused(String message) {
        return new CommException(ErrorClass.ARG, message);
    }
}
