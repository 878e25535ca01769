package org.jmpi.comm.coll;

import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.coll.select.AlgorithmList;
import org.jmpi.comm.coll.select.Restriction;
import org.jmpi.comm.coll.select.Rule;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.coll.shared.SegmentExchange;
import org.jmpi.comm.coll.shared.SharedSegment;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.schedule.Blocks;
import org.jmpi.comm.schedule.ScheduleBuilder;

/** The root collects one block from each rank, in the order of ranks (MPI-4.1 section 6.5). */
public final class Gather {
    /** Costs for p ranks and blocks of n bytes, with alpha the latency of a message and beta the time of a byte. */
    enum Algorithm implements BuiltAlgorithm {
        /**
         * Each rank writes the slots of a {@link SharedSegment}, and the root reads them:
         * {@code alpha + (p - 1) * n * beta} at the root.
         */
        SHARED(Rule.always(Restriction.SEGMENT), call -> shared(call.view(), call.send(), call.taken(), call.root())),
        /**
         * The leader of each of h hosts gathers the blocks of its host, and the root those of the leaders:
         * {@code (h - 1) * alpha + (p - 1) * n * beta} at the root, and a copy. Of a long block the copy costs more
         * than the latencies.
         */
        HIERARCHICAL(
                Rule.when(
                        call -> call.isShort(Tuning.Limit.GATHER_SMALL)
                                && call.nodes().count() < call.at(Tuning.Limit.MANY_RANKS),
                        Restriction.ONE_ARRAY,
                        Restriction.LEADERS,
                        Restriction.NODES_IN_ORDER),
                call -> hierarchical(call.view(), call.send(), call.taken(), call.root())),
        /**
         * Blocks are collected along a tree, several in one message: {@code ceil(log2 p) * alpha + (p - 1) * n * beta}.
         * Not possible if all blocks together do not fit into one array.
         */
        BINOMIAL_TREE(
                Rule.when(
                        call -> call.hasManyRanks() && call.isShort(Tuning.Limit.GATHER_SMALL), Restriction.ONE_ARRAY),
                Steps.byMessages((builder, call) -> binomialTree(builder, call.send(), call.taken(), call.root()))),
        /** Every rank sends to the root: {@code (p - 1) * (alpha + n * beta)} at the root, no copy in between. */
        LINEAR(
                Rule.always(),
                Steps.byMessages((builder, call) -> linear(builder, call.send(), call.taken(), call.root())));

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

    private Gather() {}

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
        send.check("send buffer of Gather");
        if (view.rank() == root) receive.check("receive buffer of Gather", view.size());
        if (view.rank() == root) view.enter("Gather", root, null, receive.layout(), receive.count(root));
        else view.enter("Gather", root, null, send);
        view.call("Gather", root)
                .of(send, receive)
                .by(view.selector().ofBlocks(send).select(ALGORITHMS));
    }

    static void shared(RankView view, Buffer send, Blocks receive, int root) {
        SegmentExchange exchange = view.sharedSegment().exchange().of(view);
        if (view.rank() != root) {
            exchange.give(send).run();
            return;
        }
        for (int distance = 1; distance < view.size(); distance++) {
            int from = view.neighbour(distance);
            exchange.take(receive, from);
        }
        exchange.keep(send, receive).run();
    }

    private static void hierarchical(RankView view, Buffer send, Blocks receive, int root) {
        NodeMap nodes = view.nodes();
        RankView leaders = nodes.leaders(root);
        boolean isRoot = view.rank() == root;
        int node = nodes.of(view.rank());
        long block = send.elements();
        Buffer ofNode = null;
        if (isRoot) ofNode = receive.of(nodes.first(node), nodes.size(node));
        else if (leaders != null) ofNode = Buffer.allocate(send.type(), nodes.size(node) * block);
        Blocks local = isRoot ? receive.from(nodes.first(node)) : ofNode == null ? null : Blocks.cut(ofNode, block);
        run(nodes.local(), send, local, nodes.localRank(root));
        if (leaders != null) Gatherv.run(leaders, ofNode, isRoot ? nodes.blocks(receive) : null, nodes.of(root));
    }

    static void linear(ScheduleBuilder builder, Buffer send, Blocks receive, int root) {
        if (builder.rank() != root) {
            builder.send(send, root);
            return;
        }
        for (int distance = 1; distance < builder.size(); distance++) {
            int from = builder.neighbour(distance);
            builder.receive(receive.of(from), from);
        }
        builder.copy(send, receive.of(root));
    }

    private static void binomialTree(ScheduleBuilder builder, Buffer send, Blocks receive, int root) {
        BinomialTree tree = BinomialTree.of(builder, root);
        if (tree.isRoot()) {
            builder.copy(send, receive.of(root));
            for (int i = 0; i < tree.children(); i++) receive(builder, receive, tree.child(i), tree.childSize(i));
        } else if (tree.size() == 1) {
            builder.send(send, tree.parent());
        } else {
            builder.send(collect(builder, tree, send), tree.parent());
        }
    }

    /** Returns the blocks of a subtree, in the order of positions. */
    private static Buffer collect(ScheduleBuilder builder, BinomialTree tree, Buffer send) {
        long block = send.elements();
        Buffer blocks = builder.room(send.type(), tree.size() * block);
        builder.copy(send, blocks.items(0, block));
        for (int i = 0; i < tree.children(); i++) {
            int first = tree.childPosition(i) - tree.position();
            builder.receive(blocks.items(first * block, tree.childSize(i) * block), tree.child(i));
        }
        builder.fence();
        return blocks;
    }

    /** Receives the blocks of ranks that follow each other, perhaps around the ring. */
    private static void receive(ScheduleBuilder builder, Blocks receive, int from, int ranks) {
        int straight = Math.min(ranks, builder.size() - from);
        if (straight == ranks) {
            builder.receive(receive.of(from, ranks), from);
            return;
        }
        long block = receive.of(0).elements();
        Buffer blocks = builder.room(receive.layout().type(), ranks * block);
        builder.receive(blocks, from);
        builder.fence();
        builder.copy(blocks.items(0, straight * block), receive.of(from, straight));
        builder.copy(blocks.items(straight * block, (ranks - straight) * block), receive.of(0, ranks - straight));
    }
}
