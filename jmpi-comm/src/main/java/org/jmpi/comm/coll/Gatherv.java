package org.jmpi.comm.coll;

import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.coll.select.AlgorithmList;
import org.jmpi.comm.coll.select.Restriction;
import org.jmpi.comm.coll.select.Rule;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.schedule.Blocks;

/** The root collects one block from each rank; blocks may differ in length and lie anywhere (MPI-4.1 section 6.5). */
public final class Gatherv {
    /** Costs for p ranks and n bytes in all, with alpha the latency of a message and beta the time of a byte. */
    enum Algorithm implements BuiltAlgorithm {
        /** As {@link Gather.Algorithm#SHARED}: {@code alpha + n * beta}. */
        SHARED(
                Rule.always(Restriction.SEGMENT),
                call -> Gather.shared(call.view(), call.send(), call.taken(), call.root())),
        /** Every rank sends to the root, since only the root knows all lengths: {@code (p - 1) * alpha + n * beta}. */
        LINEAR(
                Rule.always(),
                Steps.byMessages((builder, call) -> Gather.linear(builder, call.send(), call.taken(), call.root())));

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

    private Gatherv() {}

    /**
     * @param view of the ranks that take part
     * @param send this rank's block
     * @param receive counts at the root only, null elsewhere
     * @param root the root's rank
     * @throws org.jmpi.comm.error.CommException of class ROOT, BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    @DontInline
    public static void run(RankView view, Buffer send, Blocks receive, int root) {
        view.checkRoot(root);
        send.check("send buffer of Gatherv");
        if (view.rank() == root) receive.check("receive buffer of Gatherv", view.size());
        view.enter("Gatherv", root);
        view.call("Gatherv", root).of(send, receive).by(view.selector().select(ALGORITHMS));
    }
}
