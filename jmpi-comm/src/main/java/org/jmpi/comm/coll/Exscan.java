package org.jmpi.comm.coll;

import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.coll.select.AlgorithmList;
import org.jmpi.comm.coll.select.Restriction;
import org.jmpi.comm.coll.select.Rule;
import org.jmpi.comm.coll.select.Selector;
import org.jmpi.comm.coll.shared.SharedSegment;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.ScheduleBuilder;

/** Every rank but the first gets the combination of the data of all lower ranks (MPI-4.1 section 6.11.2). */
public final class Exscan {
    /**
     * Costs for p ranks and n bytes, with alpha the latency of a message, beta the time of a byte, gamma of combining
     * one.
     */
    enum Algorithm implements BuiltAlgorithm {
        /**
         * Each rank writes its operand to a slot of a {@link SharedSegment}, and combines those of the ranks below it:
         * {@code alpha + p * n * (beta + gamma)}. For all operators. Not possible for objects and for operands longer
         * than a slot.
         */
        SHARED(
                Rule.always(Restriction.NO_OBJECTS, Restriction.OPERAND_FITS, Restriction.SEGMENT),
                call -> shared(call.view(), call.send(), call.receive(), call.op())),
        /**
         * In round k each rank sends what it has to the one 2^k above it, and combines what it gets twice, with and
         * without its own data: {@code ceil(log2 p) * (alpha + n * (beta + 2 * gamma))}, up to p messages a round.
         */
        RECURSIVE_DOUBLING(
                Rule.when(Selector::hasManyRanks),
                Steps.byMessages((builder, call) -> recursiveDoubling(builder, call.send(), call.receive()))),
        /**
         * Each rank waits for the one below it: {@code (p - 1) * (alpha + n * (beta + gamma))}, p - 1 messages in all.
         */
        LINEAR(Rule.always(), Steps.byMessages((builder, call) -> linear(builder, call.send(), call.receive())));

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

    private Exscan() {}

    /**
     * @param view of the ranks that take part
     * @param send this rank's operand
     * @param receive where the result goes; not looked at on rank 0 (MPI-4.1 section 6.11.2)
     * @param op what combines two items
     * @throws org.jmpi.comm.error.CommException of class BUFFER, COUNT, TYPE, ARG or OP, before anything is sent
     */
    @DontInline
    public static void run(RankView view, Buffer send, Buffer receive, Reducer op) {
        Accumulator.check("send buffer of Exscan", send, op);
        Buffer result = view.rank() == 0 ? null : receive;
        if (result != null) result.check("receive buffer of Exscan");
        view.enter("Exscan", Signature.NO_ROOT, op, send);
        view.call("Exscan", 0)
                .of(send, result, op)
                .by(view.selector().of(send, op, Signature.NO_ROOT).select(ALGORITHMS));
    }

    private static void shared(RankView view, Buffer send, Buffer receive, Reducer op) {
        view.sharedSegment().reduction().runUpTo(view, send, receive, op, view.rank() - 1, 0, send.count());
    }

    private static void linear(ScheduleBuilder builder, Buffer send, Buffer receive) {
        int rank = builder.rank();
        boolean isLast = rank == builder.size() - 1;
        if (rank == 0) {
            if (!isLast) builder.send(send, 1);
            return;
        }
        Buffer lower = builder.room(send.layout(), send.count());
        builder.receive(lower, rank - 1);
        builder.fence();
        if (!isLast) {
            Buffer own = copy(builder, send);
            builder.combine(lower, own);
            builder.send(own, rank + 1);
        }
        builder.copy(lower, receive);
    }

    private static void recursiveDoubling(ScheduleBuilder builder, Buffer send, Buffer receive) {
        Buffer withOwn = copy(builder, send);
        Buffer lower = null;
        for (int distance = 1; distance < builder.size(); distance <<= 1) {
            int to = builder.rank() + distance;
            int from = builder.rank() - distance;
            Buffer lowest = from < 0 ? null : builder.room(send.layout(), send.count());
            if (lowest != null) builder.receive(lowest, from);
            if (to < builder.size()) builder.send(withOwn, to);
            builder.fence();
            if (lowest == null) continue;
            builder.combine(lowest, withOwn);
            if (lower == null) lower = copy(builder, lowest);
            else builder.combine(lowest, lower);
        }
        if (lower != null) builder.copy(lower, receive);
    }

    private static Buffer copy(ScheduleBuilder builder, Buffer operand) {
        Buffer copy = builder.room(operand.layout(), operand.count());
        builder.copy(operand, copy);
        return copy;
    }
}
