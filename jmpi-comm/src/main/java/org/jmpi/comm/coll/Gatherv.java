package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;

/** The root collects one block from each rank; blocks may differ in length and lie anywhere (MPI-4.1 section 6.5). */
public final class Gatherv {
    /** Costs for p ranks and n bytes in all, with alpha the latency of a message and beta the time of a byte. */
    enum Algorithm {
        /** Every rank sends to the root, since nobody else knows the lengths: {@code (p - 1) * alpha + n * beta}. */
        LINEAR,
        /** As {@link Gather.Algorithm#SHARED}: {@code alpha + n * beta}. */
        SHARED
    }

    private Gatherv() {}

    static Algorithm choose(Tuning tuning) {
        Algorithm forced = tuning.forced(Algorithm.class);
        return forced != null ? forced : Algorithm.LINEAR;
    }

    /**
     * @param peers the ranks that take part
     * @param send this rank's block
     * @param receive counts at the root only, null elsewhere
     * @param root the root's rank
     * @throws org.jmpi.comm.error.CommException of class ROOT, BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    public static void run(Peers peers, Buffer send, Blocks receive, int root) {
        peers.checkRoot(root);
        send.check("send buffer of Gatherv");
        if (peers.rank() == root) receive.check("receive buffer of Gatherv", peers.size());
        peers.enter("Gatherv", root);
        SharedSegment sharedSegment = peers.sharedSegment(Algorithm.SHARED);
        if (sharedSegment != null) {
            Gather.shared(peers, sharedSegment, send, receive, root);
            return;
        }
        ScheduleArguments arguments = Gather.arguments("Gatherv", root, send, receive);
        peers.execute(arguments, builder -> build(builder, peers.tuning(), send, receive, root));
    }

    private static void build(ScheduleBuilder builder, Tuning tuning, Buffer send, Blocks receive, int root) {
        switch (choose(tuning)) {
            case LINEAR -> Gather.linear(builder, send, receive, root);
        }
    }
}
