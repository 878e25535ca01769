package org.jmpi.comm.coll;

import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.coll.select.AlgorithmList;
import org.jmpi.comm.coll.select.Restriction;
import org.jmpi.comm.coll.select.Rule;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.coll.shared.SegmentReduction;
import org.jmpi.comm.coll.shared.SharedSegment;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.ScheduleBuilder;

/** Every rank gets the combination of every rank's data (MPI-4.1 section 6.9.6); every rank gets the same bits. */
public final class Allreduce {
    /**
     * Costs for p ranks and n bytes, with alpha the latency of a message, beta the time of a byte, gamma of combining
     * one.
     */
    enum Algorithm implements BuiltAlgorithm {
        /**
         * Each rank writes its operand to the slots of a {@link SharedSegment}. Of short ones each reads all and
         * combines them: {@code alpha + p * n * (beta + gamma)}. Of long ones each combines a block, then reads the
         * others' results ({@link SegmentReduction}): {@code 2 * alpha + (p - 1) / p * n * (4 * beta + gamma)}. For all
         * operators. Not possible for objects and for items longer than a p-th of a slot.
         */
        SHARED(
                Rule.always(Restriction.NO_OBJECTS, Restriction.ITEM_FITS, Restriction.SEGMENT),
                call -> call.view()
                        .sharedSegment()
                        .reduction()
                        .run(call.view(), call.send(), call.receive(), call.op())),
        /**
         * Among the ranks of each host to its first one, then among the first ranks of all hosts, which then tell the
         * others the result. Not possible if the operator does not commute and the ranks of a host do not follow each
         * other.
         */
        HIERARCHICAL(
                Rule.always(Restriction.LEADERS, Restriction.COMMUTATIVE_OR_IN_ORDER),
                call -> hierarchical(call.view().nodes(), call.send(), call.receive(), call.op())),
        /**
         * Each block goes round once to be combined and once to be known:
         * {@code 2 * (p - 1) * alpha + (p - 1) / p * n * (2 * beta + gamma)}. Not possible if the operator does not
         * commute.
         */
        RING(
                Rule.when(
                        call -> call.isLongOperand(Tuning.Limit.ALLREDUCE_LARGE)
                                && call.bytes() / call.ranks() >= call.at(Tuning.Limit.ALLREDUCE_PART),
                        Restriction.COMMUTATIVE),
                Steps.byMessages((builder, call) -> ring(builder, call.accumulator(builder)))),
        /**
         * Each rank combines one block, then all collect the blocks ({@link RecursiveHalving}):
         * {@code 2 * log2(p) * alpha + (p - 1) / p * n * (2 * beta + gamma)}, and two more steps with all n bytes
         * unless p is a power of two. For all operators.
         */
        REDUCE_SCATTER_ALLGATHER(
                Rule.when(call -> call.isLongOperand(Tuning.Limit.ALLREDUCE_LARGE)),
                Steps.byMessages((builder, call) -> reduceScatterAllgather(builder, call.accumulator(builder)))),
        /**
         * In round k each rank exchanges with the one whose number differs in bit k; ranks beyond the largest power of
         * two hand their operand to a neighbour first and get the result at the end:
         * {@code log2(p) * (alpha + n * (beta + gamma))}, and two more steps unless p is a power of two.
         */
        RECURSIVE_DOUBLING(
                Rule.always(),
                Steps.byMessages((builder, call) -> recursiveDoubling(builder, call.accumulator(builder))));

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

    private Allreduce() {}

    /**
     * @param view of the ranks that take part
     * @param send this rank's operand
     * @param receive where the result goes
     * @param op what combines two items
     * @throws org.jmpi.comm.error.CommException of class BUFFER, COUNT, TYPE, ARG or OP, before anything is sent
     */
    @DontInline
    public static void run(RankView view, Buffer send, Buffer receive, Reducer op) {
        Accumulator.check("send buffer of Allreduce", send, op);
        receive.check("receive buffer of Allreduce");
        view.enter("Allreduce", Signature.NO_ROOT, op, send);
        view.call("Allreduce", 0)
                .of(send, receive, op)
                .by(view.selector().of(send, op, Signature.NO_ROOT).select(ALGORITHMS));
    }

    private static void hierarchical(NodeMap nodes, Buffer send, Buffer receive, Reducer op) {
        Buffer combined = Reduce.local(nodes, send, op, 0);
        RankView leaders = nodes.leaders(0);
        if (leaders != null) run(leaders, combined, receive, op);
        Bcast.run(nodes.local(), receive, 0);
    }

    private static void recursiveDoubling(ScheduleBuilder builder, Accumulator accumulator) {
        PowerOfTwoFold fold = PowerOfTwoFold.of(builder);
        if (fold.isLeader()) {
            if (fold.isShared()) accumulator.combineWith(fold.partner());
            for (int bit = 1; bit < fold.count(); bit <<= 1)
                accumulator.exchangeAndCombine(fold.leader(fold.own() ^ bit));
            if (fold.isShared()) accumulator.send(fold.partner());
        } else {
            accumulator.send(fold.partner());
            accumulator.receive(fold.partner());
        }
        accumulator.finish();
    }

    private static void reduceScatterAllgather(ScheduleBuilder builder, Accumulator accumulator) {
        PowerOfTwoFold fold = PowerOfTwoFold.of(builder);
        RecursiveHalving halving =
                new RecursiveHalving(builder, fold, accumulator, Partition.even(accumulator.count(), fold.count()));
        halving.reduceScatter();
        halving.allgather();
        accumulator.finish();
    }

    private static void ring(ScheduleBuilder builder, Accumulator accumulator) {
        Partition partition = Partition.even(accumulator.count(), builder.size());
        int size = builder.size();
        Buffer own = accumulator.own();
        Buffer sums = accumulator.room();
        if (size == 1) builder.copy(own, sums);
        for (int round = 0; round < size - 1; round++) {
            int give = builder.neighbour(-round);
            int keep = builder.neighbour(-round - 1);
            Buffer given = partition.block(round == 0 ? own : sums, give);
            builder.exchange(given, builder.neighbour(1), partition.block(sums, keep), builder.neighbour(-1));
            accumulator.combine(own, sums, partition.start(keep), partition.start(keep + 1) - partition.start(keep));
        }
        Allgather.ring(builder, block -> partition.block(sums, block), builder.neighbour(1));
        accumulator.finish(sums);
    }
}
