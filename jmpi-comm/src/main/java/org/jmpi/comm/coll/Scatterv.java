package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;

/** The root deals out one block to each rank; blocks may differ in length and lie anywhere (MPI-4.1 section 6.6). */
public final class Scatterv {
    /** Costs for p ranks and n bytes in all, with alpha the latency of a message and beta the time of a byte. */
    enum Algorithm {
        /** The root sends to every rank, since nobody else knows the lengths: {@code (p - 1) * alpha + n * beta}. */
        LINEAR,
        /** As {@link Scatter.Algorithm#SHARED}: {@code alpha + n * beta}. */
        SHARED
    }

    private Scatterv() {}

    static Algorithm choose(Tuning tuning) {
        Algorithm forced = tuning.forced(Algorithm.class);
        return forced != null ? forced : Algorithm.LINEAR;
    }

    /**
     * @param peers the ranks that take part
     * @param send counts at the root only, null elsewhere
     * @param receive this rank's block
     * @param root the root's rank
     * @throws org.jmpi.comm.error.CommException of class ROOT, BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    public static void run(Peers peers, Blocks send, Buffer receive, int root) {
        peers.checkRoot(root);
        receive.check("receive buffer of Scatterv");
        if (peers.rank() == root) send.check("send buffer of Scatterv", peers.size());
        peers.enter("Scatterv", root);
        SharedSegment sharedSegment = peers.sharedSegment(Algorithm.SHARED);
        if (sharedSegment != null) {
            Scatter.shared(peers, sharedSegment, send, receive, root);
            return;
        }
        ScheduleArguments arguments = Scatter.arguments("Scatterv", root, send, receive);
        peers.execute(arguments, builder -> build(builder, peers.tuning(), send, receive, root));
    }

    private static void build(ScheduleBuilder builder, Tuning tuning, Blocks send, Buffer receive, int root) {
        switch (choose(tuning)) {
            case LINEAR -> Scatter.linear(builder, send, receive, root);
        }
    }
}
