package org.jmpi.comm.coll;

/** Every rank sends a block to each rank; blocks may differ in length and lie anywhere (MPI-4.1 section 6.8). */
public final class Alltoallv {
    /** Costs for p ranks and blocks of n bytes, with alpha the latency of a message and beta the time of a byte. */
    enum Algorithm {
        /** Everything is on its way at once: {@code (p - 1) * (alpha + n * beta)}, where latencies overlap. */
        LINEAR,
        /**
         * In round k each rank sends to the one k above it: {@code (p - 1) * (alpha + n * beta)}, one message in and
         * one out.
         */
        PAIRWISE,
        /** As {@link Alltoall.Algorithm#SHARED}. */
        SHARED
    }

    private Alltoallv() {}

    static Algorithm choose(int ranks, Tuning tuning) {
        Algorithm forced = tuning.forced(Algorithm.class);
        if (forced != null) return forced;
        return ranks < tuning.at(Tuning.Limit.ALLTOALLV_RANKS) ? Algorithm.LINEAR : Algorithm.PAIRWISE;
    }

    /**
     * @param peers the ranks that take part
     * @param send one block for each rank
     * @param receive one block from each rank
     * @throws org.jmpi.comm.error.CommException of class BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    public static void run(Peers peers, Blocks send, Blocks receive) {
        send.check("send buffer of Alltoallv", peers.size());
        receive.check("receive buffer of Alltoallv", peers.size());
        peers.enter("Alltoallv", Signature.NO_ROOT);
        Pinboard pinboard = peers.pinboard(Algorithm.SHARED);
        if (pinboard != null) {
            Alltoall.shared(peers, pinboard, send, receive);
            return;
        }
        switch (choose(peers.size(), peers.tuning())) {
            case LINEAR -> Alltoall.linear(peers, send, receive);
            case PAIRWISE -> Alltoall.pairwise(peers, send, receive);
        }
    }
}
