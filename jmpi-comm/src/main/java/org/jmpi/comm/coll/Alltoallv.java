package org.jmpi.comm.coll;

import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.coll.select.AlgorithmList;
import org.jmpi.comm.coll.select.Restriction;
import org.jmpi.comm.coll.select.Rule;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.schedule.Blocks;

/** Every rank sends a block to each rank; blocks may differ in length and lie anywhere (MPI-4.1 section 6.8). */
public final class Alltoallv {
    /** Costs for p ranks and blocks of n bytes, with alpha the latency of a message and beta the time of a byte. */
    enum Algorithm implements BuiltAlgorithm {
        /** As {@link Alltoall.Algorithm#SHARED}. */
        SHARED(
                Rule.always(Restriction.NOT_IN_PLACE, Restriction.SEGMENT),
                call -> Alltoall.shared(call.view(), call.given(), call.taken())),
        /**
         * In round k each rank sends to the one k above it: {@code (p - 1) * (alpha + n * beta)}, one message in and
         * one out.
         */
        PAIRWISE(
                Rule.when(call -> call.ranks() >= call.at(Tuning.Limit.ALLTOALLV_RANKS), Restriction.NOT_IN_PLACE),
                Steps.byMessages((builder, call) -> Alltoall.pairwise(builder, call.given(), call.taken()))),
        /** Everything is on its way at once: {@code (p - 1) * (alpha + n * beta)}, where latencies overlap. */
        LINEAR(
                Rule.always(),
                Steps.byMessages((builder, call) -> Alltoall.linear(builder, call.given(), call.taken())));

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

    private Alltoallv() {}

    /**
     * @param view of the ranks that take part
     * @param send one block for each rank
     * @param receive one block from each rank
     * @throws org.jmpi.comm.error.CommException of class BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    public static void run(RankView view, Blocks send, Blocks receive) {
        run(view, "Alltoallv", send, receive);
    }

    /**
     * @param view of the ranks that take part
     * @param operation the name of the operation: Alltoallv, or Alltoallw, in which each block has a layout of its own
     * @param send one block for each rank; null if they are where those from the ranks go
     * @param receive one block from each rank
     * @throws org.jmpi.comm.error.CommException of class BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    @DontInline
    public static void run(RankView view, String operation, Blocks send, Blocks receive) {
        receive.check("receive buffer", operation, view.size());
        if (send != null) send.check("send buffer", operation, view.size());
        view.enter(operation, Signature.NO_ROOT);
        view.call(operation, 0)
                .of(send, receive)
                .by(view.selector().inPlace(send == null).select(ALGORITHMS));
    }
}
