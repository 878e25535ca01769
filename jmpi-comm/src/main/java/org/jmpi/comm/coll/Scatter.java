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

/** The root deals out one block to each rank, in the order of ranks (MPI-4.1 section 6.6). */
public final class Scatter {
    /** Costs for p ranks and blocks of n bytes, with alpha the latency of a message and beta the time of a byte. */
    enum Algorithm implements BuiltAlgorithm {
        /**
         * The root writes the slots of a {@link SharedSegment}, and each rank reads its part of them:
         * {@code alpha + (p - 1) * n * beta} at the root.
         */
        SHARED(
                Rule.always(Restriction.SEGMENT),
                call -> shared(call.view(), call.given(), call.receive(), call.root())),
        /**
         * The root sends the blocks of each of h hosts to its leader, which deals them out:
         * {@code (h - 1) * alpha + (p - 1) * n * beta} at the root, and a copy. Of a long block the copy costs more
         * than the latencies.
         */
        HIERARCHICAL(
                Rule.when(
                        call -> call.isShort(Tuning.Limit.SCATTER_SMALL)
                                && call.nodes().count() < call.at(Tuning.Limit.MANY_RANKS),
                        Restriction.ONE_ARRAY,
                        Restriction.LEADERS,
                        Restriction.NODES_IN_ORDER),
                call -> hierarchical(call.view(), call.given(), call.receive(), call.root())),
        /**
         * Blocks are dealt out along a tree, several in one message: {@code ceil(log2 p) * alpha + (p - 1) * n * beta}.
         * Not possible if all blocks together do not fit into one array.
         */
        BINOMIAL_TREE(
                Rule.when(
                        call -> call.hasManyRanks() && call.isShort(Tuning.Limit.SCATTER_SMALL), Restriction.ONE_ARRAY),
                Steps.byMessages((builder, call) -> binomialTree(builder, call.given(), call.receive(), call.root()))),
        /** The root sends to every rank: {@code (p - 1) * (alpha + n * beta)}, no copy in between. */
        LINEAR(
                Rule.always(),
                Steps.byMessages((builder, call) -> linear(builder, call.given(), call.receive(), call.root())));

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

    private Scatter() {}

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
        receive.check("receive buffer of Scatter");
        if (view.rank() == root) send.check("send buffer of Scatter", view.size());
        if (view.rank() == root) view.enter("Scatter", root, null, send.layout(), send.count(root));
        else view.enter("Scatter", root, null, receive);
        view.call("Scatter", root)
                .of(send, receive)
                .by(view.selector().ofBlocks(receive).select(ALGORITHMS));
    }

    static void shared(RankView view, Blocks send, Buffer receive, int root) {
        SegmentExchange exchange = view.sharedSegment().exchange().of(view);
        if (view.rank() != root) {
            exchange.take(receive, root).run();
            return;
        }
        for (int distance = 1; distance < view.size(); distance++) {
            int to = view.neighbour(distance);
            exchange.give(send, to);
        }
        exchange.publishOrPost().keep(send, receive).run();
    }

    private static void hierarchical(RankView view, Blocks send, Buffer receive, int root) {
        NodeMap nodes = view.nodes();
        RankView leaders = nodes.leaders(root);
        boolean isRoot = view.rank() == root;
        int node = nodes.of(view.rank());
        long block = receive.elements();
        Buffer ofNode = null;
        if (isRoot) ofNode = send.of(nodes.first(node), nodes.size(node));
        else if (leaders != null) ofNode = Buffer.allocate(receive.type(), nodes.size(node) * block);
        if (leaders != null) Scatterv.run(leaders, isRoot ? nodes.blocks(send) : null, ofNode, nodes.of(root));
        Blocks local = isRoot ? send.from(nodes.first(node)) : ofNode == null ? null : Blocks.cut(ofNode, block);
        run(nodes.local(), local, receive, nodes.localRank(root));
    }

    static void linear(ScheduleBuilder builder, Blocks send, Buffer receive, int root) {
        if (builder.rank() != root) {
            builder.receive(receive, root);
            return;
        }
        for (int distance = 1; distance < builder.size(); distance++) {
            int to = builder.neighbour(distance);
            builder.send(send.of(to), to);
        }
        builder.copy(send.of(root), receive);
    }

    private static void binomialTree(ScheduleBuilder builder, Blocks send, Buffer receive, int root) {
        BinomialTree tree = BinomialTree.of(builder, root);
        if (tree.isRoot()) {
            for (int i = tree.children() - 1; i >= 0; i--) send(builder, send, tree.child(i), tree.childSize(i));
            builder.copy(send.of(root), receive);
        } else if (tree.size() == 1) {
            builder.receive(receive, tree.parent());
        } else {
            dealOut(builder, tree, receive);
        }
    }

    private static void dealOut(ScheduleBuilder builder, BinomialTree tree, Buffer receive) {
        long block = receive.elements();
        Buffer blocks = builder.room(receive.type(), tree.size() * block);
        builder.receive(blocks, tree.parent());
        builder.fence();
        for (int i = tree.children() - 1; i >= 0; i--) {
            int first = tree.childPosition(i) - tree.position();
            builder.send(blocks.items(first * block, tree.childSize(i) * block), tree.child(i));
        }
        builder.copy(blocks.items(0, block), receive);
    }

    /** Sends the blocks of ranks that follow each other, perhaps around the ring. */
    private static void send(ScheduleBuilder builder, Blocks send, int to, int ranks) {
        int straight = Math.min(ranks, builder.size() - to);
        if (straight == ranks) {
            builder.send(send.of(to, ranks), to);
            return;
        }
        long block = send.of(0).elements();
        Buffer blocks = builder.room(send.layout().type(), ranks * block);
        builder.copy(send.of(to, straight), blocks.items(0, straight * block));
        builder.copy(send.of(0, ranks - straight), blocks.items(straight * block, (ranks - straight) * block));
        builder.send(blocks, to);
    }
}
