package org.jmpi.comm.coll;

import java.util.Arrays;
import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.coll.select.AlgorithmList;
import org.jmpi.comm.coll.select.Restriction;
import org.jmpi.comm.coll.select.Rule;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.coll.shared.SharedSegment;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.Blocks;
import org.jmpi.comm.schedule.ScheduleBuilder;

/** Every rank gets one block of the combination of every rank's data (MPI-4.1 section 6.10). */
public final class ReduceScatter {
    /**
     * Costs for p ranks and n bytes in all, with alpha the latency of a message, beta the time of a byte, gamma of
     * combining one.
     */
    enum Algorithm implements BuiltAlgorithm {
        /**
         * Each rank writes its operand to a slot of a {@link SharedSegment}, and combines its part of all:
         * {@code alpha + p * n * (beta + gamma)}. For all operators. Not possible for objects and for operands longer
         * than a slot.
         */
        SHARED(
                Rule.always(Restriction.NO_OBJECTS, Restriction.OPERAND_FITS, Restriction.SEGMENT),
                call -> shared(call.view(), call.send(), call.receive(), call.counts(), call.op())),
        /**
         * In round k each rank sends its operand for the block of the one k above:
         * {@code (p - 1) * alpha + (p - 1) / p * n * (beta + gamma)}. Not possible if the operator does not commute.
         */
        PAIRWISE(
                Rule.when(
                        call -> call.ranks() <= 3 || call.bytes() >= call.at(Tuning.Limit.REDUCESCATTER_LARGE),
                        Restriction.COMMUTATIVE),
                Steps.byMessages(
                        (builder, call) -> pairwise(builder, call.send(), call.receive(), call.blocks(), call.op()))),
        /**
         * Halves, quarters and so on are exchanged and combined ({@link RecursiveHalving}):
         * {@code log2(p) * alpha + (p - 1) / p * n * (beta + gamma)} and a copy, and one more step with all n bytes
         * unless p is a power of two. For all operators.
         */
        RECURSIVE_HALVING(
                Rule.always(),
                Steps.byMessages((builder, call) ->
                        recursiveHalving(builder, call.send(), call.receive(), call.blocks(), call.op())));

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

    private ReduceScatter() {}

    /**
     * @param view of the ranks that take part
     * @param own gets as many items as all counts together
     * @param block gets as many items as this rank's count
     * @param counts the items of each rank's block, the same at every rank
     * @param op what combines two items
     * @throws CommException of class BUFFER, COUNT, TYPE, ARG or OP, before anything is sent
     */
    @DontInline
    public static void run(RankView view, Buffer own, Buffer block, int[] counts, Reducer op) {
        Buffer send = own.count(items(counts, view.size()));
        Buffer receive = block.count(counts[view.rank()]);
        Accumulator.check("send buffer of Reduce_scatter", send, op);
        receive.check("receive buffer of Reduce_scatter");
        view.enter("Reduce_scatter", Signature.NO_ROOT, op, send);
        view.call("Reduce_scatter", 0)
                .of(send, receive, op)
                .inBlocks(counts)
                .by(view.selector().of(send, op, Signature.NO_ROOT).select(ALGORITHMS));
    }

    private static void shared(RankView view, Buffer send, Buffer receive, int[] counts, Reducer op) {
        long first = 0;
        for (int rank = 0; rank < view.rank(); rank++) first += counts[rank];
        view.sharedSegment().reduction().runUpTo(view, send, receive, op, view.size() - 1, first, receive.count());
    }

    /** Returns how many items all blocks have together. */
    static long items(int[] counts, int ranks) {
        if (counts == null) throw new CommException(ErrorClass.ARG, "array of counts is null");
        Blocks.checkLength("counts", counts.length, ranks, "rank");
        long items = 0;
        for (int rank = 0; rank < ranks; rank++) {
            if (counts[rank] < 0)
                throw new CommException(
                        ErrorClass.COUNT, "count is negative: rank=" + rank + ", count=" + counts[rank]);
            items += counts[rank];
        }
        if (items > Integer.MAX_VALUE)
            throw new CommException(
                    ErrorClass.COUNT,
                    "counts too large for one array: " + items + " items, the largest count is "
                            + Arrays.stream(counts).max().getAsInt());
        return items;
    }

    /** Starts with the blocks in such an order that each position ends with its own, or with its own two. */
    private static void recursiveHalving(
            ScheduleBuilder builder, Buffer send, Buffer receive, Partition ofRanks, Reducer op) {
        PowerOfTwoFold fold = PowerOfTwoFold.of(builder);
        Partition partition = inOrderOfBlocks(fold, ofRanks);
        Buffer sorted = builder.room(send.layout(), send.count());
        for (int block = 0; block < fold.count(); block++) {
            int position = RecursiveHalving.blockOf(block, fold.count());
            builder.copy(
                    ofRanks.blocks(send, fold.first(position), fold.first(position + 1)),
                    partition.block(sorted, block));
        }
        Accumulator accumulator = Accumulator.ofCopy(builder, sorted, op);
        new RecursiveHalving(builder, fold, accumulator, partition).reduceScatter();
        int own = RecursiveHalving.blockOf(fold.own(), fold.count());
        if (fold.isLeader()) deliver(builder, fold, partition.block(accumulator.result(), own), receive);
        else builder.receive(receive, fold.partner());
    }

    private static Partition inOrderOfBlocks(PowerOfTwoFold fold, Partition ofRanks) {
        return Partition.of(fold.count(), block -> {
            int position = RecursiveHalving.blockOf(block, fold.count());
            return ofRanks.start(fold.first(position + 1)) - ofRanks.start(fold.first(position));
        });
    }

    /** Gives the lower rank of a position the first block of it, and this one the last. */
    private static void deliver(ScheduleBuilder builder, PowerOfTwoFold fold, Buffer blocks, Buffer receive) {
        long theirs = blocks.count() - receive.count();
        if (fold.isShared()) builder.send(blocks.items(0, theirs), fold.partner());
        builder.copy(blocks.items(theirs, receive.count()), receive);
    }

    private static void pairwise(ScheduleBuilder builder, Buffer send, Buffer receive, Partition ofRanks, Reducer op) {
        Accumulator accumulator = new Accumulator(builder, ofRanks.block(send, builder.rank()), receive, op);
        for (int k = 1; k < builder.size(); k++) {
            int to = builder.neighbour(k);
            accumulator.exchangeAndCombine(ofRanks.block(send, to), to, builder.neighbour(-k));
        }
        accumulator.finish();
    }
}
