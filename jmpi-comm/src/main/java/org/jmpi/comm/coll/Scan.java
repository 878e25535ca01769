package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.op.Reducer;

/** Every rank gets the combination of its own data and those of all lower ranks (MPI-4.1 section 6.11.1). */
public final class Scan {
    /**
     * Costs for p ranks and n bytes, with alpha the latency of a message, beta the time of a byte, gamma of combining
     * one.
     */
    enum Algorithm {
        /**
         * In round k each rank sends what it has to the one 2^k above it:
         * {@code ceil(log2 p) * (alpha + n * (beta + gamma))}, up to p messages a round.
         */
        RECURSIVE_DOUBLING,
        /**
         * Each rank waits for the one below it: {@code (p - 1) * (alpha + n * (beta + gamma))}, p - 1 messages in all.
         */
        LINEAR
    }

    private Scan() {}

    static Algorithm choose(int ranks, Tuning tuning) {
        Algorithm forced = tuning.forced(Algorithm.class);
        if (forced != null) return forced;
        return ranks < tuning.at(Tuning.Limit.MANY_RANKS) ? Algorithm.LINEAR : Algorithm.RECURSIVE_DOUBLING;
    }

    /**
     * @param peers the ranks that take part
     * @param send this rank's operand
     * @param receive where the result goes
     * @param op what combines two items
     * @throws org.jmpi.comm.error.CommException of class BUFFER, COUNT, TYPE, ARG or OP, before anything is sent
     */
    public static void run(Peers peers, Buffer send, Buffer receive, Reducer op) {
        Operands.check("send buffer of Scan", send, op);
        receive.check("receive buffer of Scan");
        Operands operands = new Operands(peers, send, receive, op);
        peers.enter("Scan", Signature.NO_ROOT, op, send);
        switch (choose(peers.size(), peers.tuning())) {
            case RECURSIVE_DOUBLING -> recursiveDoubling(peers, operands);
            case LINEAR -> linear(peers, operands);
        }
        operands.finish();
    }

    private static void recursiveDoubling(Peers peers, Operands operands) {
        for (int distance = 1; distance < peers.size(); distance <<= 1) {
            int to = peers.rank() + distance;
            int from = peers.rank() - distance;
            if (from < 0 && to < peers.size()) operands.send(to);
            else if (from >= 0 && to >= peers.size()) operands.combineWith(from);
            else if (from >= 0) operands.exchangeAndCombine(operands.result(), to, from);
        }
    }

    private static void linear(Peers peers, Operands operands) {
        if (peers.rank() > 0) operands.combineWith(peers.rank() - 1);
        if (peers.rank() < peers.size() - 1) operands.send(peers.rank() + 1);
    }
}
