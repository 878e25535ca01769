package org.jmpi.comm.coll;

import java.util.function.IntFunction;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;
import org.jmpi.comm.schedule.Shape;

/** Every rank sends a block to each rank (MPI-4.1 section 6.8). */
public final class Alltoall {
    /** Costs for p ranks and blocks of n bytes, with alpha the latency of a message and beta the time of a byte. */
    enum Algorithm {
        /**
         * In round k each rank passes on to the one 2^k above it all blocks whose way has bit k (Bruck):
         * {@code ceil(log2 p) * (alpha + p / 2 * n * beta)} and as many copies. Not possible if all blocks of a rank do
         * not fit into one array.
         */
        BRUCK,
        /** Everything is on its way at once: {@code (p - 1) * (alpha + n * beta)}, where latencies overlap. */
        LINEAR,
        /**
         * In round k each rank sends to the one k above it: {@code (p - 1) * (alpha + n * beta)}, one message in and
         * one out.
         */
        PAIRWISE,
        /**
         * Each rank writes the cells of a {@link SharedSegment} and reads its part of all others':
         * {@code alpha + 2 * (p - 1) * n * beta}.
         */
        SHARED
    }

    private Alltoall() {}

    /**
     * @param block a rank's block; of objects too, which would be encoded once more at every step of Bruck's
     */
    static Algorithm choose(int ranks, Buffer block, Tuning tuning) {
        boolean fits = Packed.fits(ranks * Packed.weight(block));
        Algorithm forced = tuning.forced(Algorithm.class);
        if (forced != null && (fits || forced != Algorithm.BRUCK)) return forced;
        boolean small = block.type() != BasicType.OBJECT && block.bytes() <= tuning.at(Tuning.Limit.ALLTOALL_SMALL);
        if (fits && small && ranks >= tuning.at(Tuning.Limit.MANY_RANKS)) return Algorithm.BRUCK;
        return block.bytes() < tuning.at(Tuning.Limit.ALLTOALL_LARGE) ? Algorithm.LINEAR : Algorithm.PAIRWISE;
    }

    /**
     * @param peers the ranks that take part
     * @param send one block for each rank; null if they are where those from the ranks go
     * @param receive one block from each rank
     * @throws org.jmpi.comm.error.CommException of class BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    public static void run(Peers peers, Blocks send, Blocks receive) {
        receive.check("receive buffer of Alltoall", peers.size());
        if (send == null) {
            peers.enter("Alltoall", Signature.NO_ROOT, null, receive.layout(), receive.count(0));
            inPlace(peers, "Alltoall in place", receive);
            return;
        }
        send.check("send buffer of Alltoall", peers.size());
        peers.enter("Alltoall", Signature.NO_ROOT, null, send.layout(), send.count(0));
        SharedSegment sharedSegment = peers.sharedSegment(Algorithm.SHARED);
        if (sharedSegment != null) {
            shared(peers, sharedSegment, send, receive);
            return;
        }
        ScheduleArguments arguments = arguments("Alltoall", send, receive);
        peers.execute(arguments, builder -> build(builder, peers.tuning(), send, receive));
    }

    private static void build(ScheduleBuilder builder, Tuning tuning, Blocks send, Blocks receive) {
        switch (choose(builder.size(), send.of(0), tuning)) {
            case BRUCK -> bruck(builder, send, receive);
            case LINEAR -> linear(builder, send, receive);
            case PAIRWISE -> pairwise(builder, send, receive);
        }
    }

    /** Returns the arrays of an operation in which this rank gives and gets several blocks. */
    static ScheduleArguments arguments(String operation, Blocks send, Blocks receive) {
        return new ScheduleArguments(
                operation,
                0,
                send.array(),
                send.offset(),
                send.shape(),
                receive.array(),
                receive.offset(),
                receive.shape(),
                null);
    }

    static void shared(Peers peers, SharedSegment sharedSegment, Blocks send, Blocks receive) {
        SegmentExchange exchange = sharedSegment.exchange().of(peers);
        for (int distance = 1; distance < peers.size(); distance++) {
            int to = peers.neighbour(distance);
            exchange.give(send, to);
        }
        exchange.publishOrPost();
        for (int distance = 1; distance < peers.size(); distance++) {
            int from = peers.neighbour(distance);
            exchange.take(receive, from);
        }
        exchange.keep(send, receive).run();
    }

    /** Keeps the block that has gone or is to go k ranks upwards at place k. */
    private static void bruck(ScheduleBuilder builder, Blocks send, Blocks receive) {
        int size = builder.size();
        int block = (int) send.of(0).elements();
        Buffer blocks = Packed.room(builder, send.layout().type(), (long) size * block);
        Buffer given = Packed.room(builder, send.layout().type(), (size + 1L) / 2 * block);
        Buffer got = Packed.room(builder, send.layout().type(), (size + 1L) / 2 * block);
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

    /** Sends copies of the blocks that are overwritten. */
    static void inPlace(Peers peers, String operation, Blocks blocks) {
        ScheduleArguments arguments = new ScheduleArguments(
                operation, 0, null, 0, Shape.NONE, blocks.array(), blocks.offset(), blocks.shape(), null);
        peers.execute(arguments, builder -> {
            Buffer[] copies = new Buffer[builder.size()];
            for (int rank = 0; rank < copies.length; rank++) {
                Buffer block = blocks.of(rank);
                copies[rank] = builder.room(block.layout(), block.count());
                builder.copy(block, copies[rank]);
            }
            builder.fence();
            linear(builder, to -> copies[to], blocks);
        });
    }

    static void linear(ScheduleBuilder builder, Blocks send, Blocks receive) {
        linear(builder, send::of, receive);
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
