package org.jmpi.comm.communicator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.fault.Ballot;
import org.jmpi.comm.operation.Operation;

/**
 * The calls of a communicator's ranks that are left after failures: they learn which ranks have failed, agree, and make
 * a communicator without those (User-Level Failure Mitigation). The members are the ranks of both groups of an
 * intercommunicator, the group first whose first rank has the lower rank in the world.
 */
public final class Survivors {
    private final Communicator comm;
    private final int[] members;
    private final int own;
    private final int first;

    /** The members that are known to have failed, in the order in which this rank has found it. */
    private final List<Integer> failed = new ArrayList<>();

    /** How many of these the program has acknowledged. */
    private int acknowledged;

    private long calls;

    /** A call of all ranks that are left, for observers. */
    private record Call(String operation) implements Collective {
        @Override
        public int root() {
            return NO_ROOT;
        }

        @Override
        public String operator() {
            return "";
        }

        @Override
        public BasicType type() {
            return BasicType.NONE;
        }

        @Override
        public long amount() {
            return 0;
        }

        @Override
        public String toString() {
            return operation;
        }
    }

    Survivors(Communicator comm) {
        this.comm = comm;
        int[] local = comm.group().worldRanks();
        int[] remote = comm.isInter() ? comm.remoteGroup().worldRanks() : new int[0];
        boolean isFirst = remote.length == 0 || comm.process().names().isBefore(local[0], remote[0]);
        int[] all = Arrays.copyOf(isFirst ? local : remote, local.length + remote.length);
        int[] second = isFirst ? remote : local;
        System.arraycopy(second, 0, all, all.length - second.length, second.length);
        this.members = all;
        this.first = all.length - second.length;
        this.own = comm.rank() + (isFirst ? 0 : remote.length);
    }

    /** {@return how many calls of this rank have agreed or are about to} */
    synchronized long calls() {
        return calls;
    }

    /** Called by the agreements under their lock. */
    private synchronized long nextCall() {
        return calls++;
    }

    /** {@return the ranks that are known to have failed} Those of an earlier call come first. */
    public synchronized Group failed() {
        look();
        return Group.of(failed.stream().mapToInt(member -> members[member]).toArray());
    }

    /**
     * Acknowledges failures: receives from any source go on without these ranks, and an agreement does not fail by
     * them.
     *
     * @param count how many of {@link #failed}, the first ones; fewer than before changes nothing
     * @return how many are acknowledged
     */
    public synchronized int acknowledge(int count) {
        look();
        acknowledged = Math.max(acknowledged, Math.min(count, failed.size()));
        return acknowledged;
    }

    private void look() {
        for (int member = 0; member < members.length; member++)
            if (comm.process().engine().peers().failedAmong(new int[] {members[member]}) >= 0
                    && !failed.contains(member)) failed.add(member);
    }

    /** Returns the ranks in the world that may send to this one, less those that have been acknowledged. */
    synchronized int[] senders() {
        int[] all = comm.remoteGroup().worldRanks();
        if (acknowledged == 0) return all;
        BitSet without = new BitSet();
        for (int member : failed.subList(0, acknowledged)) without.set(members[member]);
        return Arrays.stream(all).filter(rank -> !without.get(rank)).toArray();
    }

    /** Returns a ballot with the failures that this rank knows. */
    synchronized Ballot ballot(long flags) {
        look();
        BitSet all = new BitSet();
        failed.forEach(all::set);
        BitSet known = new BitSet();
        failed.subList(0, acknowledged).forEach(known::set);
        return new Ballot(flags, all, known);
    }

    /** Starts agreements; see {@link org.jmpi.comm.fault.Agreements#start}. */
    RequestHandle start(String call, Ballot first, UnaryOperator<Ballot> next) {
        comm.checkUsable();
        long number = 1 + calls();
        Operation operation =
                comm.process().agreements().start(call, comm.context(), this::nextCall, members, own, first, next);
        comm.process()
                .events()
                .collectiveStarted(operation, new Call(call), null, members.length, number, Collective.NO_ROOT);
        return new RequestHandle(comm, operation);
    }

    /**
     * Starts an agreement on the bits that all ranks set which are left. Each of these calls this.
     *
     * @param call its name
     * @param flag this rank's bits; gets those of all, also if the operation fails
     * @return the operation; it fails by PROC_FAILED at all ranks if one has failed and not all have acknowledged that
     */
    public RequestHandle agree(String call, int[] flag) {
        return start(call, ballot(flag[0]), decision -> {
            flag[0] = (int) decision.flags();
            BitSet unknown = unknown(decision);
            if (!unknown.isEmpty())
                throw new CommException(
                        ErrorClass.PROC_FAILED,
                        "ranks have failed, and not all ranks have acknowledged that: world ranks "
                                + Arrays.toString(unknown.stream()
                                        .map(member -> members[member])
                                        .toArray()));
            return null;
        });
    }

    /**
     * Starts an agreement on a value. Each rank that is left calls this.
     *
     * @param call its name
     * @param value this rank's; gets whether all give true, and each failure is acknowledged by all
     * @return the operation
     */
    public RequestHandle agree(String call, boolean[] value) {
        return start(call, ballot(value[0] ? 1 : 0), decision -> {
            value[0] = decision.flags() == 1 && unknown(decision).isEmpty();
            return null;
        });
    }

    /** Returns the failed members that not all have acknowledged. */
    private static BitSet unknown(Ballot decision) {
        BitSet unknown = (BitSet) decision.failed().clone();
        unknown.andNot(decision.acknowledged());
        return unknown;
    }

    /**
     * Starts to make a communicator of the ranks that are left, in the same order. Each of these calls this.
     *
     * @param call its name
     * @return the communicator on its way; its request fails by PROC_FAILED if no rank is left of one of the groups of
     *     an intercommunicator
     */
    public PendingCommunicator shrink(String call) {
        return new Shrinking(call, comm, this, own, first, members.length);
    }
}
