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

    /** All members; of an intercommunicator, then those of each group. */
    private final Range[] ranges;

    private final int[] contexts;
    private final BitSet failed = new BitSet();
    private final RequestHandle request;

    /** The index of the context that is proposed; {@code contexts.length} while they are reserved. */
    private int proposed = -1;

    private boolean reserved;
    private int refusals;
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
        Range whole = new Range(0, all);
        this.ranges =
                comm.isInter() ? new Range[] {whole, new Range(0, first), new Range(first, all)} : new Range[] {whole};
        this.contexts = new int[ranges.length];
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
        if (reserved) release();
        comm.process().contextIds().skip(++refusals, comm.context());
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
        int kept = 0;
        int[] mine = ownContexts();
        while (kept < mine.length && comm.process().communicators().reserve(mine[kept])) kept++;
        reserved = kept == mine.length;
        for (int i = 0; i < kept && !reserved; i++)
            comm.process().communicators().release(mine[i]);
        return survivors.ballot(reserved ? 1 : 0);
    }

    private void release() {
        for (int context : ownContexts()) comm.process().communicators().release(context);
    }

    /** Returns the contexts that this rank has a communicator of. */
    private int[] ownContexts() {
        return comm.isInter() ? new int[] {contexts[0], contexts[own < ranges[1].to ? 1 : 2]} : contexts;
    }

    private void make() {
        Process process = comm.process();
        boolean inSecond = comm.isInter() && own >= ranges[1].to;
        int offset = inSecond ? ranges[1].to : 0;
        Group group = left(comm.group(), offset);
        Communicator result;
        if (comm.isInter()) {
            Communicator local = Communicator.intra(process, group, ownContexts()[1]);
            Group remote = left(comm.remoteGroup(), inSecond ? 0 : ranges[1].to);
            result = Communicator.inter(local.inheritFrom(comm.local()), remote, contexts[0]);
        } else {
            result = Communicator.intra(process, group, contexts[0]);
        }
        made = result.inheritFrom(comm);
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
