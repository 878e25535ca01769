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

/** Every rank gets the combination of its own data and those of all lower ranks (MPI-4.1 section 6.11.1). */
public final class Scan {
    /**
     * Costs for p ranks and n bytes, with alpha the latency of a message, beta the time of a byte, gamma of combining
     * one.
     */
    enum Algorithm implements BuiltAlgorithm {
        /**
         * Each rank writes its operand to a slot of a {@link SharedSegment}, and combines those up to its own:
         * {@code alpha + p * n * (beta + gamma)}. For all operators. Not possible for objects and for operands longer
         * than a slot.
         */
        SHARED(
                Rule.always(Restriction.NO_OBJECTS, Restriction.OPERAND_FITS, Restriction.SEGMENT),
                call -> shared(call.view(), call.send(), call.receive(), call.op())),
        /**
         * In round k each rank sends what it has to the one 2^k above it:
         * {@code ceil(log2 p) * (alpha + n * (beta + gamma))}, up to p messages a round.
         */
        RECURSIVE_DOUBLING(
                Rule.when(Selector::hasManyRanks),
                Steps.byMessages((builder, call) -> recursiveDoubling(builder, call.accumulator(builder)))),
        /**
         * Each rank waits for the one below it: {@code (p - 1) * (alpha + n * (beta + gamma))}, p - 1 messages in all.
         */
        LINEAR(Rule.always(), Steps.byMessages((builder, call) -> linear(builder, call.accumulator(builder))));

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

    private Scan() {}

    /**
     * @param view of the ranks that take part
     * @param send this rank's operand
     * @param receive where the result goes
     * @param op what combines two items
     * @throws org.jmpi.comm.error.CommException of class BUFFER, COUNT, TYPE, ARG or OP, before anything is sent
     */
    @DontInline
    public static void run(RankView view, Buffer send, Buffer receive, Reducer op) {
        Accumulator.check("send buffer of Scan", send, op);
        receive.check("receive buffer of Scan");
        view.enter("Scan", Signature.NO_ROOT, op, send);
        view.call("Scan", 0)
                .of(send, receive, op)
                .by(view.selector().of(send, op, Signature.NO_ROOT).select(ALGORITHMS));
    }

    private static void shared(RankView view, Buffer send, Buffer receive, Reducer op) {
        view.sharedSegment().reduction().runUpTo(view, send, receive, op, view.rank(), 0, send.count());
    }

    private static void recursiveDoubling(ScheduleBuilder builder, Accumulator accumulator) {
        for (int distance = 1; distance < builder.size(); distance <<= 1) {
            int to = builder.rank() + distance;
            int from = builder.rank() - distance;
            if (from < 0 && to < builder.size()) accumulator.send(to);
            else if (from >= 0 && to >= builder.size()) accumulator.combineWith(from);
            else if (from >= 0) accumulator.exchangeAndCombine(accumulator.result(), to, from);
        }
        accumulator.finish();
    }

    private static void linear(ScheduleBuilder builder, Accumulator accumulator) {
        if (builder.rank() > 0) accumulator.combineWith(builder.rank() - 1);
        if (builder.rank() < builder.size() - 1) accumulator.send(builder.rank() + 1);
        accumulator.finish();
    }
}
