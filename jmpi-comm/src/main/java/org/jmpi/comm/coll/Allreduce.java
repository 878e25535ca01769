package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.op.Reducer;

/** Every rank gets the combination of every rank's data (MPI-4.1 section 6.9.6); every rank gets the same bits. */
public final class Allreduce {
    /** Costs for p ranks and n bytes, with alpha the latency of a message, beta the time of a byte, gamma of combining one. */
    enum Algorithm {
        /**
         * In round k each rank exchanges with the one whose number differs in bit k; ranks beyond the largest power of two
         * hand their operand to a neighbour first: {@code ceil(log2 p) * (alpha + n * (beta + gamma))}.
         */
        RECURSIVE_DOUBLING
    }

    private Allreduce() {}

    static Algorithm choose(int ranks) {
        return Algorithm.RECURSIVE_DOUBLING;
    }

    public static void run(Peers peers, Buffer send, Buffer receive, Reducer op) {
        send.check();
        op.check(send.layout());
        receive.check();
        Operands operands = new Operands(peers, send, op);
        switch (choose(peers.size())) {
            case RECURSIVE_DOUBLING -> recursiveDoubling(peers, operands);
        }
        operands.copyTo(receive);
    }

    /**
     * With {@code extra = p - 2^k} ranks too many, the first {@code 2 * extra} pair up, neighbours in the order of ranks, and
     * the odd one of each pair speaks for both: so the operands stay in order for operators that do not commute.
     */
    private static void recursiveDoubling(Peers peers, Operands operands) {
        int rank = peers.rank();
        int power = Integer.highestOneBit(peers.size());
        int extra = peers.size() - power;
        boolean paired = rank < 2 * extra;
        if (paired && rank % 2 == 0) {
            operands.send(rank + 1);
            operands.receive(rank + 1);
            return;
        }
        if (paired) operands.combineWithLower(rank - 1);
        int place = paired ? rank / 2 : rank - extra;
        for (int bit = 1; bit < power; bit <<= 1) {
            int other = place ^ bit;
            operands.exchangeAndCombine(other < extra ? 2 * other + 1 : other + extra);
        }
        if (paired) operands.send(rank - 1);
    }
}
