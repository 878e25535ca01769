package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.op.Reducer;

/** The root gets the combination of every rank's data (MPI-4.1 section 6.9.1). */
public final class Reduce {
    /** Costs for p ranks and n bytes, with alpha the latency of a message, beta the time of a byte, gamma of combining one. */
    enum Algorithm {
        /**
         * Neighbours combine, then pairs of neighbours, in the order of ranks counted from the root:
         * {@code ceil(log2 p) * (alpha + n * (beta + gamma))}.
         */
        BINOMIAL_TREE,
        /**
         * The same in the order of ranks counted from 0, so that it suits operators that do not commute; rank 0 then sends
         * the result to the root: {@code (ceil(log2 p) + 1) * (alpha + n * beta) + ceil(log2 p) * n * gamma}.
         */
        BINOMIAL_TREE_IN_ORDER
    }

    private Reduce() {}

    static Algorithm choose(Reducer op, int root) {
        return op.isCommutative() || root == 0 ? Algorithm.BINOMIAL_TREE : Algorithm.BINOMIAL_TREE_IN_ORDER;
    }

    /**
     * @param receive where the result goes; counts at the root only
     */
    public static void run(Peers peers, Buffer send, Buffer receive, Reducer op, int root) {
        peers.checkRoot(root);
        send.check();
        op.check(send.layout());
        if (peers.rank() == root) receive.check();
        Operands operands = new Operands(peers, send, op);
        switch (choose(op, root)) {
            case BINOMIAL_TREE -> binomialTree(peers, operands, root);
            case BINOMIAL_TREE_IN_ORDER -> {
                binomialTree(peers, operands, 0);
                if (peers.rank() == 0) operands.send(root);
                if (peers.rank() == root) operands.receive(0);
            }
        }
        if (peers.rank() == root) operands.copyTo(receive);
    }

    private static void binomialTree(Peers peers, Operands operands, int top) {
        int size = peers.size();
        int place = (peers.rank() - top + size) % size;
        for (int bit = 1; bit < size; bit <<= 1) {
            if ((place & bit) != 0) {
                operands.send((place - bit + top) % size);
                return;
            }
            if (place + bit < size) operands.combineWithHigher((place + bit + top) % size);
        }
    }
}
