package org.jmpi.comm.coll;

import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;

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
        run(peers, "Alltoallv", send, receive);
    }

    /**
     * @param peers the ranks that take part
     * @param operation the name of the operation: Alltoallv, or Alltoallw, in which each block has a layout of its own
     * @param send one block for each rank; null if they are where those from the ranks go
     * @param receive one block from each rank
     * @throws org.jmpi.comm.error.CommException of class BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    public static void run(Peers peers, String operation, Blocks send, Blocks receive) {
        receive.check("receive buffer of " + operation, peers.size());
        if (send == null) {
            peers.enter(operation, Signature.NO_ROOT);
            Alltoall.inPlace(peers, operation + " in place", receive);
            return;
        }
        send.check("send buffer of " + operation, peers.size());
        peers.enter(operation, Signature.NO_ROOT);
        SharedSegment sharedSegment = peers.sharedSegment(Algorithm.SHARED);
        if (sharedSegment != null) {
            Alltoall.shared(peers, sharedSegment, send, receive);
            return;
        }
        ScheduleArguments arguments = Alltoall.arguments(operation, send, receive);
        peers.execute(arguments, builder -> build(builder, peers.tuning(), send, receive));
    }

    private static void build(ScheduleBuilder builder, Tuning tuning, Blocks send, Blocks receive) {
        switch (choose(builder.size(), tuning)) {
            case LINEAR -> Alltoall.linear(builder, send, receive);
            case PAIRWISE -> Alltoall.pairwise(builder, send, receive);
        }
    }
}
