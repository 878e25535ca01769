package org.jmpi.comm.coll;

import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.coll.select.AlgorithmList;
import org.jmpi.comm.coll.select.Restriction;
import org.jmpi.comm.coll.select.Rule;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.schedule.Blocks;

/** Every rank collects one block from each rank; blocks may differ in length and lie anywhere (MPI-4.1 section 6.7). */
public final class Allgatherv {
    /** Costs for p ranks and n bytes in all, with alpha the latency of a message and beta the time of a byte. */
    enum Algorithm implements BuiltAlgorithm {
        /** As {@link Allgather.Algorithm#SHARED}: {@code alpha + n * beta}. */
        SHARED(Rule.always(Restriction.SEGMENT), call -> Allgather.shared(call.view(), call.send(), call.taken())),
        /**
         * In round k each rank gets what the one 2^k above it has, and sorts all at the end (Bruck):
         * {@code ceil(log2 p) * alpha + n * beta} and a copy. Not possible if all blocks do not fit into one array.
         */
        BRUCK(
                Rule.when(Allgather::isForBruck, Restriction.ONE_ARRAY),
                Steps.byMessages((builder, call) -> Allgather.bruck(builder, call.send(), call.taken()))),
        /**
         * In each round a rank passes on to the next one what it got in the last: {@code (p - 1) * alpha + n * beta},
         * if blocks are of about one length.
         */
        RING(Rule.always(), Steps.byMessages((builder, call) -> Allgather.ring(builder, call.send(), call.taken())));

        private final Rule rule;
        private final Steps steps;

        Algorithm(Rule rule, Steps steps) {
            this.rule = rule;
            this.steps = steps;
        }

        @Override
        public Rule rule() {
            return rule;
        }

        @Override
        public Steps steps() {
            return steps;
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
        view.call("Allgatherv", 0)
                .of(send, receive)
                .by(view.selector().of(receive).select(ALGORITHMS));
    }
}
