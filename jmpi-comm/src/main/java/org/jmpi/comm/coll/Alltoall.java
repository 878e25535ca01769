package org.jmpi.comm.coll;

import java.util.function.IntFunction;
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

/** Every rank sends a block to each rank (MPI-4.1 section 6.8). */
public final class Alltoall {
    /** Costs for p ranks and blocks of n bytes, with alpha the latency of a message and beta the time of a byte. */
    enum Algorithm implements BuiltAlgorithm {
        /**
         * Each rank writes the slots of a {@link SharedSegment} and reads its part of all others':
         * {@code alpha + 2 * (p - 1) * n * beta}.
         */
        SHARED(
                Rule.always(Restriction.NOT_IN_PLACE, Restriction.SEGMENT),
                call -> shared(call.view(), call.given(), call.taken())),
        /**
         * In round k each rank passes on to the one 2^k above it all blocks whose way has bit k (Bruck):
         * {@code ceil(log2 p) * (alpha + p / 2 * n * beta)} and as many copies. Not possible if all blocks of a rank do
         * not fit into one array.
         */
        BRUCK(
                Rule.when(
                        call -> call.hasManyRanks() && call.isShort(Tuning.Limit.ALLTOALL_SMALL),
                        Restriction.NOT_IN_PLACE,
                        Restriction.ONE_ARRAY),
                Steps.byMessages((builder, call) -> bruck(builder, call.given(), call.taken()))),
        /**
         * In round k each rank sends to the one k above it: {@code (p - 1) * (alpha + n * beta)}, one message in and
         * one out.
         */
        PAIRWISE(
                Rule.when(call -> call.bytes() >= call.at(Tuning.Limit.ALLTOALL_LARGE), Restriction.NOT_IN_PLACE),
                Steps.byMessages((builder, call) -> pairwise(builder, call.given(), call.taken()))),
        /** Everything is on its way at once: {@code (p - 1) * (alpha + n * beta)}, where latencies overlap. */
        LINEAR(Rule.always(), Steps.byMessages((builder, call) -> linear(builder, call.given(), call.taken())));

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

    private Alltoall() {}

    /**
     * @param view of the ranks that take part
     * @param send one block for each rank; null if they are where those from the ranks go
     * @param receive one block from each rank
     * @throws org.jmpi.comm.error.CommException of class BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    @DontInline
    public static void run(RankView view, Blocks send, Blocks receive) {
        receive.check("receive buffer of Alltoall", view.size());
        if (send != null) send.check("send buffer of Alltoall", view.size());
        Blocks given = send != null ? send : receive;
        view.enter("Alltoall", Signature.NO_ROOT, null, given.layout(), given.count(0));
        view.call("Alltoall", 0)
                .of(send, receive)
                .by(view.selector().ofBlocks(given).inPlace(send == null).select(ALGORITHMS));
    }

    static void shared(RankView view, Blocks send, Blocks receive) {
        SegmentExchange exchange = view.sharedSegment().exchange().of(view);
        for (int distance = 1; distance < view.size(); distance++) {
            int to = view.neighbour(distance);
            exchange.give(send, to);
        }
        exchange.publishOrPost();
        for (int distance = 1; distance < view.size(); distance++) {
            int from = view.neighbour(distance);
            exchange.take(receive, from);
        }
        exchange.keep(send, receive).run();
    }

    /** Keeps the block that has gone or is to go k ranks upwards at index k. */
    private static void bruck(ScheduleBuilder builder, Blocks send, Blocks receive) {
        int size = builder.size();
        long block = send.of(0).elements();
        Buffer blocks = builder.room(send.layout().type(), size * block);
        Buffer given = builder.room(send.layout().type(), (size + 1) / 2 * block);
        Buffer got = builder.room(send.layout().type(), (size + 1) / 2 * block);
        for (int k = 0; k < size; k++) builder.copy(send.of(builder.neighbour(k)), blocks.items(k * block, block));
        for (int bit = 1; bit < size; bit <<= 1) {
            int passed = 0;
            for (int k = bit; k < size; k = (k + 1) | bit)
                builder.copy(blocks.items(k * block, block), given.items(passed++ * block, block));
            builder.exchange(
                    given.items(0, passed * block),
                    builder.neighbour(bit),
                    got.items(0, passed * block),
                    builder.neighbour(-bit));
            for (int k = bit, i = 0; k < size; k = (k + 1) | bit)
                builder.copy(got.items(i++ * block, block), blocks.items(k * block, block));
        }
        for (int k = 0; k < size; k++) builder.copy(blocks.items(k * block, block), receive.of(builder.neighbour(-k)));
    }

    /** Sends copies of the blocks that are overwritten, if they are where the received ones go. */
    static void linear(ScheduleBuilder builder, Blocks send, Blocks receive) {
        if (send != null) {
            linear(builder, send::of, receive);
            return;
        }
        Buffer[] copies = new Buffer[builder.size()];
        for (int rank = 0; rank < copies.length; rank++) {
            Buffer block = receive.of(rank);
            copies[rank] = builder.room(block.layout(), block.count());
            builder.copy(block, copies[rank]);
        }
        builder.fence();
        linear(builder, to -> copies[to], receive);
    }

    private static void linear(ScheduleBuilder builder, IntFunction<Buffer> send, Blocks receive) {
        int size = builder.size();
        for (int k = 1; k < size; k++) {
            int from = builder.neighbour(-k);
            builder.receive(receive.of(from), from);
        }
        for (int k = 1; k < size; k++) {
            int to = builder.neighbour(k);
            builder.send(send.apply(to), to);
        }
        builder.copy(send.apply(builder.rank()), receive.of(builder.rank()));
    }

    static void pairwise(ScheduleBuilder builder, Blocks send, Blocks receive) {
        builder.copy(send.of(builder.rank()), receive.of(builder.rank()));
        for (int k = 1; k < builder.size(); k++) {
            int to = builder.neighbour(k);
            int from = builder.neighbour(-k);
            builder.exchange(send.of(to), to, receive.of(from), from);
        }
    }
}
