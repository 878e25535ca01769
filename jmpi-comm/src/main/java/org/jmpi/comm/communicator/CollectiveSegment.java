package org.jmpi.comm.communicator;

import org.jmpi.comm.coll.NodeMap;
import org.jmpi.comm.coll.shared.SharedSegment;

/**
 * The nodes of a communicator, and the shared segment of this rank's node, in which phases of blocking operations take
 * place. Both are set up within one of the first operations, whose number is the same at every rank.
 */
final class CollectiveSegment implements NodeMap.NodeSegment {
    private final Communicator comm;
    private final BlockingRanks ranks;
    private NodeMap nodes;
    private SegmentWait node;

    /** How many phases of the operation have begun in the segment. */
    private int phases;

    /** The segment while a phase is under way in it, else null. */
    private SharedSegment used;

    CollectiveSegment(Communicator comm, BlockingRanks ranks) {
        this.comm = comm;
        this.ranks = ranks;
    }

    /** Begins a call, which may have several operations. */
    void reset() {
        phases = 0;
    }

    /** Returns the nodes; null if they are not known yet, or if the communicator has none. */
    NodeMap nodes() {
        if (nodes == null) {
            if (comm.isInter() || !ranks.tuning().looksForMemory(ranks.number())) return null;
            nodes = NodeMap.of(ranks, SegmentWait.firstSharer(comm), this);
            node = SegmentWait.open(comm, nodes);
        }
        return nodes;
    }

    /** Returns whether all ranks share the segment, and an operation may use it. */
    boolean isOfAll() {
        NodeMap known = nodes();
        return known != null && known.count() == 1 && isUsable();
    }

    @Override
    public boolean isUsable() {
        return node.sharedSegment() != null && phases < SharedSegment.PHASES;
    }

    @Override
    public SharedSegment begin() {
        if (used != null) used.endPhase();
        used = node.sharedSegment();
        used.begin(ranks.number(), phases++, ranks.mark());
        return used;
    }

    /** Ends the operation's use of the segment, if there was any. */
    void end() {
        if (used != null) used.end();
        used = null;
    }

    /**
     * Posts the failure mark of this rank if a rank of the communicator has failed, or the communicator is revoked, so
     * that no rank waits for this one.
     */
    void leaveByFailure() {
        if (node != null) node.leaveByFailure();
    }

    /** Frees the segment. */
    void free() {
        nodes = null;
        node = null;
    }
}
