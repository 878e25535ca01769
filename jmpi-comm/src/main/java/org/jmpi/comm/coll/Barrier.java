package org.jmpi.comm.coll;

import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.coll.select.AlgorithmList;
import org.jmpi.comm.coll.select.Restriction;
import org.jmpi.comm.coll.select.Rule;
import org.jmpi.comm.coll.shared.SharedSegment;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.schedule.ScheduleBuilder;

/** No rank leaves before all ranks have entered (MPI-4.1 section 6.3). */
public final class Barrier {
    /** Costs for p ranks, with alpha the latency of a message. */
    enum Algorithm implements BuiltAlgorithm {
        /**
         * Each rank posts a mark on a {@link SharedSegment} and looks for all others': {@code alpha}, p (p - 1) looks
         * in all.
         */
        SHARED(Rule.always(Restriction.SEGMENT), call -> shared(call.view())),
        /**
         * The ranks of each host, then the first ranks of all h hosts, then those of each host:
         * {@code ceil(log2 h) * alpha}.
         */
        HIERARCHICAL(
                Rule.always(Restriction.LEADERS),
                call -> hierarchical(call.view().nodes())),
        /** Signals go up a tree and down again: {@code 2 * ceil(log2 p) * alpha}, but 2 (p - 1) messages in all. */
        BINOMIAL_TREE(Rule.ifForced(), Steps.byMessages((builder, call) -> binomialTree(builder, () -> {}))),
        /** In round k each rank signals the one 2^k above it: {@code ceil(log2 p) * alpha}, p messages a round. */
        DISSEMINATION(Rule.always(), Steps.byMessages((builder, call) -> dissemination(builder)));

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

    private Barrier() {}

    /**
     * Returns when every rank has called this.
     *
     * @param view of the ranks that take part
     */
    @DontInline
    public static void run(RankView view) {
        view.enter("Barrier", Signature.NO_ROOT);
        view.call("Barrier", 0).by(view.selector().select(ALGORITHMS));
    }

    private static void shared(RankView view) {
        SharedSegment sharedSegment = view.sharedSegment();
        sharedSegment.postEmpty(0);
        for (int i = 1; i < sharedSegment.size(); i++) {
            int from = (sharedSegment.rank() + i) % sharedSegment.size();
            if (!SharedSegment.isEmpty(sharedSegment.await(from, 0)))
                view.mismatch(ErrorClass.TYPE, from, "data", "nothing");
        }
    }

    private static void hierarchical(NodeMap nodes) {
        run(nodes.local());
        RankView leaders = nodes.leaders(0);
        if (leaders != null) run(leaders);
        run(nodes.local());
    }

    private static void dissemination(ScheduleBuilder builder) {
        for (int distance = 1; distance < builder.size(); distance <<= 1)
            builder.exchange(
                    EmptyMessage.empty(),
                    builder.neighbour(distance),
                    EmptyMessage.empty(),
                    builder.neighbour(-distance));
    }

    /**
     * @param between what the first rank does when all others have come and none has left
     */
    static void binomialTree(ScheduleBuilder builder, Runnable between) {
        BinomialTree tree = BinomialTree.of(builder, 0);
        for (int i = 0; i < tree.children(); i++) builder.receive(EmptyMessage.empty(), tree.child(i));
        builder.fence();
        if (tree.isRoot()) between.run();
        else builder.exchange(EmptyMessage.empty(), tree.parent(), EmptyMessage.empty(), tree.parent());
        for (int i = tree.children() - 1; i >= 0; i--) builder.send(EmptyMessage.empty(), tree.child(i));
    }
}
