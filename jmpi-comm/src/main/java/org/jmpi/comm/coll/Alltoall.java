package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;

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
         * Each rank writes the cells of a {@link Pinboard} and reads its part of all others':
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
     * @param send one block for each rank
     * @param receive one block from each rank
     * @throws org.jmpi.comm.error.CommException of class BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    public static void run(Peers peers, Blocks send, Blocks receive) {
        send.check("send buffer of Alltoall", peers.size());
        receive.check("receive buffer of Alltoall", peers.size());
        peers.enter("Alltoall", Signature.NO_ROOT, null, send.layout(), send.count(0));
        Pinboard pinboard = peers.pinboard(Algorithm.SHARED);
        if (pinboard != null) {
            shared(peers, pinboard, send, receive);
            return;
        }
        switch (choose(peers.size(), send.of(0), peers.tuning())) {
            case BRUCK -> bruck(peers, send, receive);
            case LINEAR -> linear(peers, send, receive);
            case PAIRWISE -> pairwise(peers, send, receive);
        }
    }

    static void shared(Peers peers, Pinboard pinboard, Blocks send, Blocks receive) {
        PinboardExchange exchange = pinboard.exchange().of(peers);
        for (int distance = 1; distance < peers.size(); distance++) {
            int to = peers.neighbour(distance);
            exchange.give(send, to);
        }
        exchange.exposeOrPost();
        for (int distance = 1; distance < peers.size(); distance++) {
            int from = peers.neighbour(distance);
            exchange.take(receive, from);
        }
        exchange.keep(send, receive).run();
    }

    /** Keeps the block that has gone or is to go k ranks upwards at place k. */
    private static void bruck(Peers peers, Blocks send, Blocks receive) {
        int size = peers.size();
        int block = (int) send.of(0).elements();
        Buffer blocks = Packed.room(send.layout().type(), (long) size * block);
        Buffer given = Packed.room(send.layout().type(), (size + 1L) / 2 * block);
        Buffer got = Packed.room(send.layout().type(), (size + 1L) / 2 * block);
        for (int k = 0; k < size; k++) peers.copy(send.of(peers.neighbour(k)), blocks.items(k * block, block));
        for (int bit = 1; bit < size; bit <<= 1) {
            int passed = 0;
            for (int k = bit; k < size; k = (k + 1) | bit)
                peers.copy(blocks.items(k * block, block), given.items(passed++ * block, block));
            peers.exchange(
                    given.items(0, passed * block),
                    peers.neighbour(bit),
                    got.items(0, passed * block),
                    peers.neighbour(-bit));
            for (int k = bit, i = 0; k < size; k = (k + 1) | bit)
                peers.copy(got.items(i++ * block, block), blocks.items(k * block, block));
        }
        for (int k = 0; k < size; k++) peers.copy(blocks.items(k * block, block), receive.of(peers.neighbour(-k)));
    }

    static void linear(Peers peers, Blocks send, Blocks receive) {
        int size = peers.size();
        Peers.Transfer[] receives = new Peers.Transfer[size];
        Peers.Transfer[] sends = new Peers.Transfer[size];
        for (int k = 1; k < size; k++) {
            int from = peers.neighbour(-k);
            receives[k] = peers.startReceive(receive.of(from), from);
        }
        for (int k = 1; k < size; k++) {
            int to = peers.neighbour(k);
            sends[k] = peers.startSend(send.of(to), to);
        }
        peers.copy(send.of(peers.rank()), receive.of(peers.rank()));
        for (int k = 1; k < size; k++) {
            receives[k].await();
            sends[k].await();
        }
    }

    static void pairwise(Peers peers, Blocks send, Blocks receive) {
        peers.copy(send.of(peers.rank()), receive.of(peers.rank()));
        for (int k = 1; k < peers.size(); k++) {
            int to = peers.neighbour(k);
            int from = peers.neighbour(-k);
            peers.exchange(send.of(to), to, receive.of(from), from);
        }
    }
}
