package org.jmpi.comm.coll;

/** Nobody leaves before everybody has come (MPI-4.1 section 6.3). */
public final class Barrier {
    /** Costs for p ranks, with alpha the latency of a message. */
    enum Algorithm {
        /** In round k each rank signals the one 2^k above it: {@code ceil(log2 p) * alpha}. */
        DISSEMINATION
    }

    private Barrier() {}

    static Algorithm choose(int ranks) {
        return Algorithm.DISSEMINATION;
    }

    public static void run(Peers peers) {
        switch (choose(peers.size())) {
            case DISSEMINATION -> dissemination(peers);
        }
    }

    private static void dissemination(Peers peers) {
        int size = peers.size();
        int rank = peers.rank();
        for (int distance = 1; distance < size; distance <<= 1)
            peers.signal((rank + distance) % size, (rank - distance + size) % size);
    }
}
