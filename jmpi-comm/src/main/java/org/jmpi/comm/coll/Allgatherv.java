package org.jmpi.comm.coll;

import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.coll.select.AlgorithmList;
import org.jmpi.comm.coll.select.CollectiveAlgorithm;
import org.jmpi.comm.coll.select.Restriction;
import org.jmpi.comm.coll.select.Rule;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.schedule.Blocks;
import org.jmpi.comm.schedule.ScheduleBuilder;

/** Every rank collects one block from each rank; blocks may differ in length and lie anywhere (MPI-4.1 section 6.7). */
public final class Allgatherv {
    /** Costs for p ranks and n bytes in all, with alpha the latency of a message and beta the time of a byte. */
    enum Algorithm implements CollectiveAlgorithm {
        /** As {@link Allgather.Algorithm#SHARED}: {@code alpha + n * beta}. */
        SHARED(Rule.always(Restriction.SEGMENT)),
        /**
         * In round k each rank gets what the one 2^k above it has, and sorts all at the end (Bruck):
         * {@code ceil(log2 p) * alpha + n * beta} and a copy. Not possible if all blocks do not fit into one array.
         */
        BRUCK(Rule.when(Allgather::isForBruck, Restriction.ONE_ARRAY)),
        /**
         * In each round a rank passes on to the next one what it got in the last: {@code (p - 1) * alpha + n * beta},
         * if blocks are of about one length.
         */
        RING(Rule.always());

        private final Rule rule;

        Algorithm(Rule rule) {
            this.rule = rule;
        }

        @Override
        public Rule rule() {
            return rule;
        }
    }

    static final AlgorithmList<Algorithm> ALGORITHMS = AlgorithmList.of(Algorithm.class);

    private Allgatherv() {}

    /**
     * @param view of the ranks that take part
     * @param send this rank's block
     * @param receive one block for each rank
     * @throws org.jmpi.comm.error.CommException of class BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    @DontInline
    public static void run(RankView view, Buffer send, Blocks receive) {
        send.check("send buffer of Allgatherv");
        receive.check("receive buffer of Allgatherv", view.size());
        view.enter("Allgatherv", Signature.NO_ROOT);
        Algorithm algorithm = view.selector().of(receive).select(ALGORITHMS);
        switch (algorithm) {
            case SHARED -> Allgather.shared(view, send, receive);
            default ->
                view.execute(
                        Gather.arguments("Allgatherv", 0, send, receive),
                        builder -> build(builder, algorithm, send, receive));
        }
    }

    private static void build(ScheduleBuilder builder, Algorithm algorithm, Buffer send, Blocks receive) {
        switch (algorithm) {
            case BRUCK -> Allgather.bruck(builder, send, receive);
            case RING -> Allgather.ring(builder, send, receive);
        }
    }
}
