package org.jmpi.comm.coll;

import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.coll.select.AlgorithmList;
import org.jmpi.comm.coll.select.Restriction;
import org.jmpi.comm.coll.select.Rule;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.schedule.Blocks;

/** The root deals out one block to each rank; blocks may differ in length and lie anywhere (MPI-4.1 section 6.6). */
public final class Scatterv {
    /** Costs for p ranks and n bytes in all, with alpha the latency of a message and beta the time of a byte. */
    enum Algorithm implements BuiltAlgorithm {
        /** As {@link Scatter.Algorithm#SHARED}: {@code alpha + n * beta}. */
        SHARED(
                Rule.always(Restriction.SEGMENT),
                call -> Scatter.shared(call.view(), call.given(), call.receive(), call.root())),
        /** The root sends to every rank, since only the root knows all lengths: {@code (p - 1) * alpha + n * beta}. */
        LINEAR(
                Rule.always(),
                Steps.byMessages(
                        (builder, call) -> Scatter.linear(builder, call.given(), call.receive(), call.root())));

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

    private Scatterv() {}

    /**
     * @param view of the ranks that take part
     * @param send counts at the root only, null elsewhere
     * @param receive this rank's block
     * @param root the root's rank
     * @throws org.jmpi.comm.error.CommException of class ROOT, BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    @DontInline
    public static void run(RankView view, Blocks send, Buffer receive, int root) {
        view.checkRoot(root);
        receive.check("receive buffer of Scatterv");
        if (view.rank() == root) send.check("send buffer of Scatterv", view.size());
        view.enter("Scatterv", root);
        view.call("Scatterv", root).of(send, receive).by(view.selector().select(ALGORITHMS));
    }
}
