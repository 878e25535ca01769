package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Layout;

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

    /** What is received counts at the root only. */
    public static void run(
            Peers peers,
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Layout sendlayout,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Layout recvlayout,
            int root) {
        if (peers.rank() != root) peers.send(sendbuf, sendoffset, sendcount, sendlayout, root);
        else collect(peers, sendbuf, sendoffset, sendcount, sendlayout, recvbuf, recvoffset, recvcount, recvlayout);
    }

    private static void collect(
            Peers peers,
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Layout sendlayout,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Layout recvlayout) {
        int block = recvcount * recvlayout.extent();
        for (int rank = 0; rank < peers.size(); rank++) {
            int at = recvoffset + rank * block;
            if (rank != peers.rank()) peers.receive(recvbuf, at, recvcount, recvlayout, rank);
            else peers.copy(sendbuf, sendoffset, sendcount, sendlayout, recvbuf, at, recvcount, recvlayout);
        }
    }
}
