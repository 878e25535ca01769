package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;

/** The root collects one block from each rank, in the order of ranks (MPI-4.1 section 6.5). */
public final class Gather {
    /** Costs for p ranks and blocks of n bytes, with alpha the latency of a message and beta the time of a byte. */
    enum Algorithm {
        /** Every rank sends to the root: {@code (p - 1) * (alpha + n * beta)} at the root, no copy in between. */
        LINEAR
    }

    private Gather() {}

    static Algorithm choose(int ranks) {
        return Algorithm.LINEAR;
    }

    /**
     * @param receive counts at the root only, null elsewhere
     */
    public static void run(Peers peers, Buffer send, Blocks receive, int root) {
        peers.checkRoot(root);
        send.check();
        if (peers.rank() == root) receive.check(peers.size());
        if (peers.rank() != root) peers.send(send, root);
        else collect(peers, send, receive);
    }

    private static void collect(Peers peers, Buffer send, Blocks receive) {
        for (int rank = 0; rank < peers.size(); rank++) {
            if (rank != peers.rank()) peers.receive(receive.of(rank), rank);
            else peers.copy(send, receive.of(rank));
        }
    }
}
