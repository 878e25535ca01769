package org.jmpi.comm.coll;

import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.coll.select.AlgorithmList;
import org.jmpi.comm.coll.select.Restriction;
import org.jmpi.comm.coll.select.Rule;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.coll.shared.SegmentExchange;
import org.jmpi.comm.coll.shared.SharedSegment;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.schedule.ScheduleBuilder;

/** The root's data go to every rank (MPI-4.1 section 6.4). */
public final class Bcast {
    /** Costs for p ranks and n bytes, with alpha the latency of a message and beta the time of a byte. */
    enum Algorithm implements BuiltAlgorithm {
        /**
         * The root writes the slots of a {@link SharedSegment}, which all others read at the same time, while it writes
         * the next ones: {@code alpha + (n + s) * beta}, with s the bytes of a slot.
         */
        SHARED(Rule.always(Restriction.SEGMENT), call -> shared(call.view(), call.send(), call.root())),
        /**
         * From the root to one rank of each of h hosts, then among the ranks of each:
         * {@code log2(h) * (alpha + n * beta)}.
         */
        HIERARCHICAL(
                Rule.always(Restriction.LEADERS),
                call -> hierarchical(call.view().nodes(), call.send(), call.root())),
        /**
         * The root deals out p blocks along a tree, then they go round a ring (van de Geijn):
         * {@code (ceil(log2 p) + p - 1) * alpha + 2 * (p - 1) / p * n * beta}. Not possible from 2 GiB on.
         */
        SCATTER_ALLGATHER(
                Rule.when(
                        call -> call.hasManyRanks() && call.bytes() >= call.at(Tuning.Limit.BCAST_LARGE),
                        Restriction.ONE_ARRAY),
                Steps.byMessages((builder, call) -> scatterAllgather(builder, call.send(), call.root()))),
        /**
         * Parts of s bytes go from rank to rank, each on its way before the last has come:
         * {@code (p - 2 + n / s) * (alpha + s * beta)}. Not possible from 2 GiB on.
         */
        CHAIN(
                Rule.ifForced(Restriction.ONE_ARRAY),
                Steps.byMessages((builder, call) -> chain(
                        builder, call.send(), call.root(), call.view().tuning().at(Tuning.Limit.BCAST_SEGMENT)))),
        /**
         * Each rank that has the data passes them on to one half of those it is responsible for:
         * {@code ceil(log2 p) * (alpha + n * beta)}.
         */
        BINOMIAL_TREE(
                Rule.always(), Steps.byMessages((builder, call) -> binomialTree(builder, call.send(), call.root())));

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

    private Bcast() {}

    /**
     * @param view of the ranks that take part
     * @param buffer the root's data, and where the others receive them
     * @param root the root's rank
     * @throws org.jmpi.comm.error.CommException of class ROOT, BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    @DontInline
    public static void run(RankView view, Buffer buffer, int root) {
        view.checkRoot(root);
        buffer.check("buffer of Bcast");
        view.enter("Bcast", root, null, buffer);
        view.call("Bcast", root).of(buffer, null, null).by(select(view, buffer));
    }

    /** Selects the algorithm for a buffer: on an intercommunicator, among the ranks of the own group. */
    static Algorithm select(RankView view, Buffer buffer) {
        return view.selector().of(buffer).select(ALGORITHMS);
    }

    /** Takes down the steps from rank 0, as a part of another operation. */
    static void fromFirst(ScheduleBuilder builder, Algorithm algorithm, RankView view, Buffer buffer) {
        algorithm
                .steps()
                .build(builder, new CollectiveCall(view).begin("Bcast", 0).of(buffer, null, null));
    }

    private static void shared(RankView view, Buffer buffer, int root) {
        SegmentExchange exchange = view.sharedSegment().exchange().of(view);
        if (view.rank() == root) exchange.give(buffer);
        else exchange.take(buffer, root);
        exchange.run();
    }

    private static void hierarchical(NodeMap nodes, Buffer buffer, int root) {
        RankView leaders = nodes.leaders(root);
        if (leaders != null) run(leaders, buffer, nodes.of(root));
        run(nodes.local(), buffer, nodes.localRank(root));
    }

    private static void binomialTree(ScheduleBuilder builder, Buffer buffer, int root) {
        BinomialTree tree = BinomialTree.of(builder, root);
        if (!tree.isRoot()) builder.receive(buffer, tree.parent());
        builder.fence();
        for (int i = tree.children() - 1; i >= 0; i--) builder.send(buffer, tree.child(i));
    }

    private static void scatterAllgather(ScheduleBuilder builder, Buffer buffer, int root) {
        BinomialTree tree = BinomialTree.of(builder, root);
        Packed packed = new Packed(builder, buffer);
        Buffer data = packed.elements();
        Partition partition = packed.cut(builder.size());
        int position = tree.position();
        if (tree.isRoot()) packed.pack(builder);
        else builder.receive(partition.blocks(data, position, position + tree.size()), tree.parent());
        builder.fence();
        for (int i = tree.children() - 1; i >= 0; i--) {
            int first = tree.childPosition(i);
            builder.send(partition.blocks(data, first, first + tree.childSize(i)), tree.child(i));
        }
        builder.fence();
        Allgather.ring(builder, block -> partition.block(data, block), position);
        if (!tree.isRoot()) packed.unpack(builder);
    }

    /** Has one block on its way in and one on its way out. */
    private static void chain(ScheduleBuilder builder, Buffer buffer, int root, long partBytes) {
        Packed packed = new Packed(builder, buffer);
        Partition partition = packed.cutBy(partBytes);
        int next = builder.neighbour(1);
        boolean isRoot = builder.rank() == root;
        if (isRoot) packed.pack(builder);
        for (int block = 0; block <= partition.count(); block++) {
            if (!isRoot && block < partition.count())
                builder.receive(partition.block(packed.elements(), block), builder.neighbour(-1));
            if (next != root && block > 0) builder.send(partition.block(packed.elements(), block - 1), next);
            builder.fence();
        }
        if (!isRoot) packed.unpack(builder);
    }
}
