package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;

/** The root gets the combination of every rank's data (MPI-4.1 section 6.9.1). */
public final class Reduce {
    /**
     * Costs for p ranks and n bytes, with alpha the latency of a message, beta the time of a byte, gamma of combining
     * one.
     */
    enum Algorithm {
        /**
         * Neighbours combine, then pairs of neighbours, in the order of ranks counted from the root:
         * {@code ceil(log2 p) * (alpha + n * (beta + gamma))}. Not possible if the operator does not commute, except to
         * rank 0.
         */
        BINOMIAL_TREE,
        /**
         * The same in the order of ranks counted from 0, so that it suits operators that do not commute; rank 0 then
         * sends the result to the root: {@code (ceil(log2 p) + 1) * (alpha + n * beta) + ceil(log2 p) * n * gamma}.
         */
        BINOMIAL_TREE_IN_ORDER,
        /**
         * Each rank combines one part, then the root collects the parts ({@link RecursiveHalving}):
         * {@code 2 * log2(p) * alpha + (p - 1) / p * n * (2 * beta + gamma)}, and one more step with all n bytes unless
         * p is a power of two. For all operators.
         */
        REDUCE_SCATTER_GATHER,
        /**
         * As {@link Allreduce.Algorithm#SHARED}, but the root alone reads the result. Not possible for objects and for
         * items longer than a p-th of a cell.
         */
        SHARED,
        /**
         * Among the ranks of each of h hosts, then among one of each: {@code log2(h) * (alpha + n * (beta + gamma))}. Not
         * possible if the operator does not commute and the ranks of a host do not follow each other.
         */
        HIERARCHICAL
    }

    private Reduce() {}

    static Algorithm choose(int ranks, Buffer operand, boolean commutative, int root, Tuning tuning) {
        boolean anyRoot = commutative || root == 0;
        Algorithm forced = tuning.forced(Algorithm.class);
        if (forced != null && (anyRoot || forced != Algorithm.BINOMIAL_TREE)) return forced;
        boolean large = operand.bytes() >= tuning.at(Tuning.Limit.REDUCE_LARGE) && operand.count() >= ranks;
        if (large && ranks >= tuning.at(Tuning.Limit.MANY_RANKS)) return Algorithm.REDUCE_SCATTER_GATHER;
        return anyRoot ? Algorithm.BINOMIAL_TREE : Algorithm.BINOMIAL_TREE_IN_ORDER;
    }

    /**
     * @param peers the ranks that take part
     * @param send this rank's operand
     * @param receive where the result goes; counts at the root only
     * @param op what combines two items
     * @param root the root's rank
     * @throws org.jmpi.comm.error.CommException of class ROOT, BUFFER, COUNT, TYPE, ARG or OP, before anything is sent
     */
    public static void run(Peers peers, Buffer send, Buffer receive, Reducer op, int root) {
        peers.checkRoot(root);
        Accumulator.check("send buffer of Reduce", send, op);
        boolean isRoot = peers.rank() == root;
        if (isRoot) receive.check("receive buffer of Reduce");
        peers.enter("Reduce", root, op, send);
        Buffer result = isRoot ? receive : null;
        SharedSegment sharedSegment = SegmentReduction.sharedSegment(peers, Algorithm.SHARED, send);
        if (sharedSegment != null) {
            sharedSegment.reduction().run(peers, send, result, op);
            return;
        }
        NodeMap hosts = hosts(peers, Algorithm.HIERARCHICAL, op);
        if (hosts != null) hierarchical(hosts, send, result, op, root);
        else byMessages(peers, send, result, op, root);
    }

    /** Returns what {@link Peers#hosts} does for a reduction. */
    static NodeMap hosts(Peers peers, Enum<?> hierarchical, Reducer op) {
        NodeMap hosts = peers.hosts(hierarchical);
        return hosts != null && (op.isCommutative() || hosts.areInOrder()) ? hosts : null;
    }

    private static void hierarchical(NodeMap hosts, Buffer send, Buffer receive, Reducer op, int root) {
        Buffer combined = local(hosts, send, op, root);
        Peers leaders = hosts.leaders(root);
        if (leaders != null) run(leaders, combined, receive, op, hosts.of(root));
    }

    /** Combines the operands of a host's ranks; returns the result at the rank that speaks for it, null at others. */
    static Buffer local(NodeMap hosts, Buffer send, Reducer op, int root) {
        if (hosts.local().size() == 1) return send;
        boolean speaks = hosts.local().rank() == hosts.place(root);
        Buffer combined = speaks ? Accumulator.newRow(send.layout(), send.count()) : null;
        run(hosts.local(), send, combined, op, hosts.place(root));
        return combined;
    }

    private static void byMessages(Peers peers, Buffer send, Buffer receive, Reducer op, int root) {
        ScheduleArguments arguments = ScheduleArguments.of("Reduce", root, send, receive, op);
        peers.execute(arguments, builder -> build(builder, peers.tuning(), send, receive, root, op));
    }

    /** Combines the operands of all ranks; returns the result at the first one, where it has no other place. */
    static Buffer toFirst(ScheduleBuilder builder, Tuning tuning, Buffer send, Reducer op) {
        return build(builder, tuning, send, null, 0, op).result();
    }

    private static Accumulator build(
            ScheduleBuilder builder, Tuning tuning, Buffer send, Buffer receive, int root, Reducer op) {
        boolean isRoot = builder.rank() == root;
        Accumulator accumulator = new Accumulator(builder, send, receive, op);
        switch (choose(builder.size(), send, op.isCommutative(), root, tuning)) {
            case BINOMIAL_TREE -> binomialTree(builder, accumulator, root);
            case BINOMIAL_TREE_IN_ORDER -> {
                binomialTree(builder, accumulator, 0);
                if (root != 0 && builder.rank() == 0) accumulator.send(root);
                if (root != 0 && isRoot) accumulator.receive(0);
            }
            case REDUCE_SCATTER_GATHER -> reduceScatterGather(builder, accumulator, send.count(), root);
        }
        if (isRoot) accumulator.finish();
        return accumulator;
    }

    private static void binomialTree(ScheduleBuilder builder, Accumulator accumulator, int top) {
        BinomialTree tree = BinomialTree.of(builder, top);
        for (int i = 0; i < tree.children(); i++) accumulator.combineWith(tree.child(i));
        if (!tree.isRoot()) accumulator.send(tree.parent());
    }

    private static void reduceScatterGather(ScheduleBuilder builder, Accumulator accumulator, int count, int root) {
        PowerOfTwoFold fold = PowerOfTwoFold.withFavourite(builder, root);
        RecursiveHalving halving =
                new RecursiveHalving(builder, fold, accumulator, Partition.even(count, fold.count()));
        halving.reduceScatter();
        halving.gather(root);
    }
}
