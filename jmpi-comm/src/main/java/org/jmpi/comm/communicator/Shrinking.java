package org.jmpi.comm.communicator;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.fault.Ballot;

/**
 * Makes a communicator of the ranks that are left after failures (MPIX_Comm_shrink of User-Level Failure Mitigation).
 *
 * <p>The ranks that are left agree on the failed ones. Then the first one that is left proposes a context, of which
 * each rank says whether it has reserved it. The first rank may fail before it has proposed, and the context may be in
 * use at one of the ranks; then a context is proposed again. An intercommunicator has two more contexts, one for the
 * communicator of each group.
 */
final class Shrinking implements PendingCommunicator {
    private static final long NO_PROPOSAL = -1;

    /** The ranks that may propose a context: the members from one index to another. */
    private record Range(int from, int to) {}

    private final Communicator comm;
    private final Survivors survivors;
    private final int own;
    private final int first;

    /** All members; of an intercommunicator, then those of each group. */
    private final Range[] ranges;

    private final int[] contexts;
    private final ContextReservation reservation;
    private final BitSet failed = new BitSet();
    private final RequestHandle request;

    /** The index of the context that is proposed; {@code contexts.length} while they are reserved. */
    private int proposed = -1;

    private volatile Communicator made;

    /**
     * @param own the index of this rank among the members
     * @param first the number of members of the first group
     * @param all the number of members
     */
    Shrinking(String call, Communicator comm, Survivors survivors, int own, int first, int all) {
        this.comm = comm;
        this.survivors = survivors;
        this.own = own;
        this.first = first;
        Range whole = new Range(0, all);
        this.ranges =
                comm.isInter() ? new Range[] {whole, new Range(0, first), new Range(first, all)} : new Range[] {whole};
        this.contexts = new int[ranges.length];
        this.reservation = new ContextReservation(comm);
        this.request = survivors.start(call, survivors.ballot(0), this::advance);
    }

    @Override
    public RequestHandle request() {
        return request;
    }

    @Override
    public Communicator made() {
        return made;
    }

    /** Takes a decision; returns this rank's next ballot, or null at the end. */
    private Ballot advance(Ballot decision) {
        failed.or(decision.failed());
        if (proposed < 0) return propose(0);
        if (proposed < contexts.length) {
            if (decision.flags() == NO_PROPOSAL) return propose(proposed);
            contexts[proposed] = (int) decision.flags();
            return proposed + 1 < contexts.length ? propose(proposed + 1) : reserve();
        }
        if (decision.flags() == 1) {
            make();
            return null;
        }
        reservation.refuse();
        return propose(0);
    }

    private Ballot propose(int index) {
        proposed = index;
        int leader = failed.nextClearBit(ranges[index].from);
        if (leader >= ranges[index].to)
            throw new CommException(ErrorClass.PROC_FAILED, "all ranks of one group have failed: " + this);
        return survivors.ballot(leader == own ? comm.process().freeContext() : NO_PROPOSAL);
    }

    private Ballot reserve() {
        proposed = contexts.length;
        return survivors.ballot(reservation.reserve(ownContexts()) ? 1 : 0);
    }

    /** Returns the contexts that this rank has a communicator of. */
    private int[] ownContexts() {
        return comm.isInter() ? new int[] {contexts[0], contexts[own < first ? 1 : 2]} : contexts;
    }

    private void make() {
        int offset = own < first ? 0 : first;
        made = reservation
                .make(left(comm.group(), offset), left(comm.remoteGroup(), first - offset))
                .inheritFrom(comm);
    }

    /**
     * Returns the members of a group that have not failed.
     *
     * @param offset the index of its first rank among the members
     */
    private Group left(Group group, int offset) {
        return group.incl(IntStream.range(0, group.size())
                .filter(rank -> !failed.get(offset + rank))
                .toArray());
    }

    @Override
    public String toString() {
        return "Shrink of " + Arrays.toString(comm.group().worldRanks());
    }
}
