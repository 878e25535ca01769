package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;

/** The root's data go to every rank (MPI-4.1 section 6.4). */
public final class Bcast {
    /** Costs for p ranks and n bytes, with alpha the latency of a message and beta the time of a byte. */
    enum Algorithm {
        /** Each rank that has the data passes them on to one half of those it is responsible for: {@code ceil(log2 p) * (alpha + n * beta)}. */
        BINOMIAL_TREE
    }

    private Bcast() {}

    static Algorithm choose(int ranks) {
        return Algorithm.BINOMIAL_TREE;
    }

    public static void run(Peers peers, Buffer buffer, int root) {
        peers.checkRoot(root);
        buffer.check();
        switch (choose(peers.size())) {
            case BINOMIAL_TREE -> binomialTree(peers, buffer, root);
        }
    }

    private static void binomialTree(Peers peers, Buffer buffer, int root) {
        int size = peers.size();
        int place = (peers.rank() - root + size) % size;
        int bit = 1;
        while (bit < size && (place & bit) == 0) bit <<= 1;
        if (place != 0) peers.receive(buffer, (place - bit + root) % size);
        for (bit >>= 1; bit > 0; bit >>= 1) if (place + bit < size) peers.send(buffer, (place + bit + root) % size);
    }
}
