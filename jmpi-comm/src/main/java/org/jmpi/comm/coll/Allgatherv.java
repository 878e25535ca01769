package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;

/** Every rank collects one block from each rank; blocks may differ in length and lie anywhere (MPI-4.1 section 6.7). */
public final class Allgatherv {
    /** Costs for p ranks and n bytes in all, with alpha the latency of a message and beta the time of a byte. */
    enum Algorithm {
        /**
         * In round k each rank gets what the one 2^k above it has, and sorts all at the end (Bruck):
         * {@code ceil(log2 p) * alpha + n * beta} and a copy. Not possible if all blocks do not fit into one array.
         */
        BRUCK,
        /**
         * In each round a rank passes on to the next one what it got in the last: {@code (p - 1) * alpha + n * beta},
         * if blocks are of about one length.
         */
        RING,
        /** As {@link Allgather.Algorithm#SHARED}: {@code alpha + n * beta}. */
        SHARED
    }

    private Allgatherv() {}

    /**
     * @param bytes of all blocks
     * @param weight the same, or of objects their number
     */
    static Algorithm choose(int ranks, long bytes, long weight, Tuning tuning) {
        boolean fits = Packed.fits(weight);
        Algorithm forced = tuning.forced(Algorithm.class);
        if (forced != null && (fits || forced != Algorithm.BRUCK)) return forced;
        boolean small = fits && bytes < tuning.at(Tuning.Limit.ALLGATHER_LARGE);
        return small && ranks >= tuning.at(Tuning.Limit.ALLGATHER_RANKS) ? Algorithm.BRUCK : Algorithm.RING;
    }

    /**
     * @param peers the ranks that take part
     * @param send this rank's block
     * @param receive one block for each rank
     * @throws org.jmpi.comm.error.CommException of class BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    public static void run(Peers peers, Buffer send, Blocks receive) {
        send.check("send buffer of Allgatherv");
        receive.check("receive buffer of Allgatherv", peers.size());
        peers.enter("Allgatherv", Signature.NO_ROOT);
        SharedSegment sharedSegment = peers.sharedSegment(Algorithm.SHARED);
        if (sharedSegment != null) {
            Allgather.shared(peers, sharedSegment, send, receive);
            return;
        }
        ScheduleArguments arguments = Gather.arguments("Allgatherv", 0, send, receive);
        peers.execute(arguments, builder -> build(builder, peers.tuning(), send, receive));
    }

    private static void build(ScheduleBuilder builder, Tuning tuning, Buffer send, Blocks receive) {
        long bytes = 0;
        long weight = 0;
        for (int rank = 0; rank < builder.size(); rank++) {
            bytes += receive.of(rank).bytes();
            weight += Packed.weight(receive.of(rank));
        }
        switch (choose(builder.size(), bytes, weight, tuning)) {
            case BRUCK -> Allgather.bruck(builder, send, receive);
            case RING -> Allgather.ring(builder, send, receive);
        }
    }
}
