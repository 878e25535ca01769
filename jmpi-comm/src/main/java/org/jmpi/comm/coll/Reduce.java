package org.jmpi.comm.coll;

import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.coll.select.AlgorithmList;
import org.jmpi.comm.coll.select.Restriction;
import org.jmpi.comm.coll.select.Rule;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.ScheduleBuilder;

/** The root gets the combination of every rank's data (MPI-4.1 section 6.9.1). */
public final class Reduce {
    /**
     * Costs for p ranks and n bytes, with alpha the latency of a message, beta the time of a byte, gamma of combining
     * one.
     */
    enum Algorithm implements BuiltAlgorithm {
        /**
         * As {@link Allreduce.Algorithm#SHARED}, but the root alone reads the result. Not possible for objects and for
         * items longer than a p-th of a slot.
         */
        SHARED(
                Rule.always(Restriction.NO_OBJECTS, Restriction.ITEM_FITS, Restriction.SEGMENT),
                call -> call.view()
                        .sharedSegment()
                        .reduction()
                        .run(call.view(), call.send(), call.receive(), call.op())),
        /**
         * Among the ranks of each of h hosts, then among one of each: {@code log2(h) * (alpha + n * (beta + gamma))}.
         * Not possible if the operator does not commute and the ranks of a host do not follow each other.
         */
        HIERARCHICAL(
                Rule.always(Restriction.LEADERS, Restriction.COMMUTATIVE_OR_IN_ORDER),
                call -> hierarchical(call.view().nodes(), call.send(), call.receive(), call.op(), call.root())),
        /**
         * Each rank combines one block, then the root collects the blocks ({@link RecursiveHalving}):
         * {@code 2 * log2(p) * alpha + (p - 1) / p * n * (2 * beta + gamma)}, and one more step with all n bytes unless
         * p is a power of two. For all operators.
         */
        REDUCE_SCATTER_GATHER(
                Rule.when(call -> call.hasManyRanks() && call.isLongOperand(Tuning.Limit.REDUCE_LARGE)),
                Combining.byMessages(Reduce::reduceScatterGather)),
        /**
         * Neighbours combine, then pairs of neighbours, in the order of ranks counted from the root:
         * {@code ceil(log2 p) * (alpha + n * (beta + gamma))}. Not possible if the operator does not commute, except to
         * rank 0.
         */
        BINOMIAL_TREE(Rule.always(Restriction.COMMUTATIVE_OR_TO_FIRST), Combining.byMessages(Reduce::binomialTree)),
        /**
         * The same in the order of ranks counted from 0, so that it suits operators that do not commute; rank 0 then
         * sends the result to the root: {@code (ceil(log2 p) + 1) * (alpha + n * beta) + ceil(log2 p) * n * gamma}.
         */
        BINOMIAL_TREE_IN_ORDER(Rule.always(), Combining.byMessages(Reduce::binomialTreeInOrder));

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

    private Reduce() {}

    /**
     * @param view of the ranks that take part
     * @param send this rank's operand
     * @param receive where the result goes; counts at the root only
     * @param op what combines two items
     * @param root the root's rank
     * @throws org.jmpi.comm.error.CommException of class ROOT, BUFFER, COUNT, TYPE, ARG or OP, before anything is sent
     */
    @DontInline
    public static void run(RankView view, Buffer send, Buffer receive, Reducer op, int root) {
        view.checkRoot(root);
        Accumulator.check("send buffer of Reduce", send, op);
        boolean isRoot = view.rank() == root;
        if (isRoot) receive.check("receive buffer of Reduce");
        view.enter("Reduce", root, op, send);
        Buffer result = isRoot ? receive : null;
        view.call("Reduce", root).of(send, result, op).by(select(view, send, op, root));
    }

    /** Selects the algorithm for an operand: on an intercommunicator, among the ranks of the own group. */
    static Algorithm select(RankView view, Buffer operand, Reducer op, int root) {
        return view.selector().of(operand, op, root).select(ALGORITHMS);
    }

    private static void hierarchical(NodeMap nodes, Buffer send, Buffer receive, Reducer op, int root) {
        Buffer combined = local(nodes, send, op, root);
        RankView leaders = nodes.leaders(root);
        if (leaders != null) run(leaders, combined, receive, op, nodes.of(root));
    }

    /** Combines the operands of a host's ranks; returns the result at the rank that speaks for it, null at others. */
    static Buffer local(NodeMap nodes, Buffer send, Reducer op, int root) {
        if (nodes.local().size() == 1) return send;
        boolean speaks = nodes.local().rank() == nodes.localRank(root);
        Buffer combined = speaks ? Buffer.allocate(send.layout(), send.count()) : null;
        run(nodes.local(), send, combined, op, nodes.localRank(root));
        return combined;
    }

    /** Combines operands in a schedule. */
    private interface Combining {
        /** Leads all operands to the root. */
        void combine(ScheduleBuilder builder, Accumulator accumulator, int root);

        /** Is no method of Reduce, whose class needs that of its algorithms. */
        static Steps byMessages(Combining combining) {
            return Steps.byMessages((builder, call) -> {
                Accumulator accumulator = call.accumulator(builder);
                combining.combine(builder, accumulator, call.root());
                if (builder.rank() == call.root()) accumulator.finish();
            });
        }
    }

    /** Combines the operands of all ranks; returns the result at the first one, which has it nowhere else. */
    static Buffer toFirst(ScheduleBuilder builder, Algorithm algorithm, Buffer send, Reducer op) {
        CollectiveCall call = new CollectiveCall(null).begin("Reduce", 0).of(send, null, op);
        algorithm.steps().build(builder, call);
        return call.result();
    }

    private static void binomialTree(ScheduleBuilder builder, Accumulator accumulator, int top) {
        BinomialTree tree = BinomialTree.of(builder, top);
        for (int i = 0; i < tree.children(); i++) accumulator.combineWith(tree.child(i));
        if (!tree.isRoot()) accumulator.send(tree.parent());
    }

    private static void binomialTreeInOrder(ScheduleBuilder builder, Accumulator accumulator, int root) {
        binomialTree(builder, accumulator, 0);
        if (root != 0 && builder.rank() == 0) accumulator.send(root);
        if (root != 0 && builder.rank() == root) accumulator.receive(0);
    }

    private static void reduceScatterGather(ScheduleBuilder builder, Accumulator accumulator, int root) {
        PowerOfTwoFold fold = PowerOfTwoFold.withFavourite(builder, root);
        RecursiveHalving halving =
                new RecursiveHalving(builder, fold, accumulator, Partition.even(accumulator.count(), fold.count()));
        halving.reduceScatter();
        halving.gather(root);
    }
}
