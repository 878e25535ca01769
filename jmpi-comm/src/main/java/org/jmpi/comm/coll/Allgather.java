package org.jmpi.comm.coll;

import java.util.function.IntFunction;
import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.coll.select.AlgorithmList;
import org.jmpi.comm.coll.select.Restriction;
import org.jmpi.comm.coll.select.Rule;
import org.jmpi.comm.coll.select.Selector;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.coll.shared.SegmentExchange;
import org.jmpi.comm.coll.shared.SharedSegment;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.schedule.Blocks;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;

/** Every rank collects one block from each rank, in the order of ranks (MPI-4.1 section 6.7). */
public final class Allgather {
    /** Costs for p ranks and blocks of n bytes, with alpha the latency of a message and beta the time of a byte. */
    enum Algorithm implements BuiltAlgorithm {
        /**
         * Each rank writes the slots of a {@link SharedSegment} and reads those of all others:
         * {@code alpha + p * n * beta}.
         */
        SHARED(Rule.always(Restriction.SEGMENT), call -> shared(call.view(), call.send(), call.taken())),
        /**
         * The first rank of each of h hosts gathers the blocks of its host, all of them exchange these, and each sends
         * all to its host: {@code (h - 1) * alpha + (p - 1) * n * beta}. Not possible if the ranks of a host do not
         * follow each other.
         */
        HIERARCHICAL(
                Rule.always(Restriction.LEADERS, Restriction.NODES_IN_ORDER),
                call -> hierarchical(call.view(), call.send(), call.taken())),
        /**
         * In round k each rank exchanges all it has with the one whose number differs in bit k:
         * {@code log2(p) * alpha + (p - 1) * n * beta}. Not possible unless p is a power of two.
         */
        RECURSIVE_DOUBLING(
                Rule.when(call -> call.totalBytes() < call.at(Tuning.Limit.ALLGATHER_LARGE), Restriction.POWER_OF_TWO),
                Steps.byMessages((builder, call) -> recursiveDoubling(builder, call.send(), call.taken()))),
        /**
         * In round k each rank gets what the one 2^k above it has, and sorts all at the end (Bruck):
         * {@code ceil(log2 p) * alpha + (p - 1) * n * beta} and a copy. Not possible if all blocks do not fit into one
         * array.
         */
        BRUCK(
                Rule.when(Allgather::isForBruck, Restriction.ONE_ARRAY),
                Steps.byMessages((builder, call) -> bruck(builder, call.send(), call.taken()))),
        /**
         * In each round a rank passes on to the next one what it got in the last: {@code (p - 1) * (alpha + n * beta)}.
         */
        RING(Rule.always(), Steps.byMessages((builder, call) -> ring(builder, call.send(), call.taken())));

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

    private Allgather() {}

    /** Returns whether Bruck's rounds are fewer than a ring's by enough, and blocks are short. */
    static boolean isForBruck(Selector call) {
        return call.ranks() >= call.at(Tuning.Limit.ALLGATHER_RANKS)
                && call.totalBytes() < call.at(Tuning.Limit.ALLGATHER_LARGE);
    }

    /**
     * @param view of the ranks that take part
     * @param send this rank's block
     * @param receive one block for each rank
     * @throws org.jmpi.comm.error.CommException of class BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    @DontInline
    public static void run(RankView view, Buffer send, Blocks receive) {
        send.check("send buffer of Allgather");
        receive.check("receive buffer of Allgather", view.size());
        view.enter("Allgather", Signature.NO_ROOT, null, send);
        view.call("Allgather", 0)
                .of(send, receive)
                .by(view.selector().ofBlocks(send).select(ALGORITHMS));
    }

    /**
     * Collects short blocks, as a part of another operation.
     *
     * @param view of the ranks that take part
     * @param send this rank's block
     * @param receive one block for each rank
     */
    public static void exchange(RankView view, Buffer send, Blocks receive) {
        view.execute(
                new ScheduleArguments("Allgather of short blocks", 0, null)
                        .sends(send)
                        .receives(receive),
                builder -> bruck(builder, send, receive));
    }

    static void shared(RankView view, Buffer send, Blocks receive) {
        SegmentExchange exchange =
                view.sharedSegment().exchange().of(view).give(send).publishOrPost();
        for (int distance = 1; distance < view.size(); distance++) {
            int from = view.neighbour(distance);
            exchange.take(receive, from);
        }
        exchange.keep(send, receive).run();
    }

    private static void hierarchical(RankView view, Buffer send, Blocks receive) {
        NodeMap nodes = view.nodes();
        int node = nodes.of(view.rank());
        int first = nodes.first(node);
        Gather.run(nodes.local(), send, receive.from(first), 0);
        RankView leaders = nodes.leaders(0);
        if (leaders != null) Allgatherv.run(leaders, receive.of(first, nodes.size(node)), nodes.blocks(receive));
        Bcast.run(nodes.local(), receive.of(0, view.size()), 0);
    }

    private static void recursiveDoubling(ScheduleBuilder builder, Buffer send, Blocks receive) {
        int rank = builder.rank();
        builder.copy(send, receive.of(rank));
        for (int bit = 1; bit < builder.size(); bit <<= 1) {
            int first = rank & -bit;
            builder.exchange(receive.of(first, bit), rank ^ bit, receive.of(first ^ bit, bit), rank ^ bit);
        }
    }

    /** Collects the blocks in the order of ranks counted from this one; they may differ in length. */
    static void bruck(ScheduleBuilder builder, Buffer send, Blocks receive) {
        int size = builder.size();
        Partition partition =
                Partition.of(size, i -> receive.of(builder.neighbour(i)).elements());
        Buffer blocks = builder.room(receive.layout().type(), partition.start(size));
        builder.copy(send, partition.block(blocks, 0));
        for (int have = 1; have < size; have <<= 1) {
            int more = Math.min(have, size - have);
            Buffer given = partition.blocks(blocks, 0, more);
            builder.exchange(
                    given,
                    builder.neighbour(-have),
                    partition.blocks(blocks, have, have + more),
                    builder.neighbour(have));
        }
        for (int i = 0; i < size; i++) builder.copy(partition.block(blocks, i), receive.of(builder.neighbour(i)));
    }

    static void ring(ScheduleBuilder builder, Buffer send, Blocks receive) {
        builder.copy(send, receive.of(builder.rank()));
        ring(builder, receive::of, builder.rank());
    }

    /**
     * Sends blocks round the ring of ranks until each has all.
     *
     * @param blocks as many as there are ranks
     * @param own the number of the block that this rank has; the next rank has the next one
     */
    static void ring(ScheduleBuilder builder, IntFunction<Buffer> blocks, int own) {
        int size = builder.size();
        int next = builder.neighbour(1);
        int last = builder.neighbour(-1);
        for (int round = 0; round < size - 1; round++) {
            Buffer given = blocks.apply(Math.floorMod(own - round, size));
            builder.exchange(given, next, blocks.apply(Math.floorMod(own - round - 1, size)), last);
        }
    }
}
