package org.jmpi.comm.progress;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Passes a notice to every rank of the world though some ranks have failed. Each rank to which a notice is new forwards
 * it to its neighbours in a binomial graph: the ranks at a distance of 1, 2, 4, ... on both sides. So a notice takes at
 * most log2(size) hops, and the death of fewer than 2 log2(size) ranks cuts no rank off.
 *
 * <p>Source: G. Bosilca et al., "A failure detector for HPC platforms", IJHPCA 32(1), 2018.
 */
final class ReliableBroadcast {
    private final int rank;
    private final PeerTable table;

    /** The frames that have not left this process. */
    private final AtomicInteger pending = new AtomicInteger();

    ReliableBroadcast(int rank, PeerTable table) {
        this.rank = rank;
        this.table = table;
    }

    /**
     * Sends a notice to the neighbours, and to those connected peers that it declares failed: one that was frozen
     * learns of it when it goes on.
     *
     * @param from the rank that it has come from, which knows it
     */
    void send(FailureNotice notice, int from) {
        byte[] payload = notice.payload();
        PeerConnection[] peers = table.all();
        BitSet failed = new BitSet();
        for (int peer : notice.ranks()) failed.set(peer);
        BitSet to = new BitSet();
        for (int peer : neighbours(rank, table.worldSize())) if (peers[peer].gone == null) to.set(peer);
        failed.stream().filter(peer -> peers[peer].endpoint.isToldOfDeparture()).forEach(to::set);
        to.clear(rank);
        to.clear(from);
        to.stream().forEach(peer -> send(peer, notice, payload));
    }

    /** Sends a notice to one peer, which does not forward it if it knows it. */
    void sendTo(int peer, FailureNotice notice) {
        send(peer, notice, notice.payload());
    }

    private void send(int peer, FailureNotice notice, byte[] payload) {
        pending.incrementAndGet();
        table.get(peer).endpoint.send(notice.frame(payload, pending::decrementAndGet));
    }

    /** Returns whether every frame has left this process, or can no longer be sent. */
    boolean isIdle() {
        return pending.get() == 0;
    }

    /** Returns the neighbours of a rank, each once. */
    static int[] neighbours(int rank, int size) {
        BitSet found = new BitSet(size);
        for (int distance = 1; distance < size; distance *= 2) {
            found.set((rank + distance) % size);
            found.set((rank - distance + size) % size);
        }
        return found.stream().toArray();
    }
}
