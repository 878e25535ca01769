package org.jmpi.comm.communicator;

import java.util.Arrays;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import org.jmpi.comm.coll.Bcast;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * Makes and merges intercommunicators (MPI-4.1 section 7.6.2).
 *
 * <p>The leaders of both groups exchange the context that they propose, their name, whether their group asks for the
 * higher ranks of a merged communicator, and the names of their group; then each informs its own group. A leader that
 * fails reports that: no rank waits in vain. After that all ranks reserve the context, and the leaders exchange whether
 * those of their groups have; if not, all begin again.
 */
public final class Intercommunicators {
    /** The name of this class's calls for observers. */
    static final String CALL = "Create_intercomm or Merge";

    private static final int CONTEXT = 0;
    private static final int REASON = 1;
    private static final int HIGH = 2;
    private static final int SIZE = 3;
    private static final int NAME = 4;
    private static final int HEADER = NAME + ProcessNames.length(1);

    /** The size of the other group, if its leader could not be reached. */
    private static final int UNREACHED = -1;

    /** The reasons why the other group was not reached: a process has failed, whose name follows, or others. */
    private static final int FAILED = 1;

    private static final int REVOKED = 2;
    private static final int OTHER = 3;

    private Intercommunicators() {}

    /** The exchange between the leaders. */
    private interface Leaders {
        /** Exchanges arrays whose lengths both know. */
        void exchange(int[] send, int[] receive);

        /** Returns the number of the process whose failure keeps the leaders from that; -1 if there is none. */
        int failedRank();
    }

    /**
     * The data that both groups have in the end.
     *
     * @param context the context proposed by the leader with the lower rank in the world
     * @param first whether the own group has the lower ranks of a merged communicator
     */
    private record Outcome(int context, boolean first, Group remote) {}

    /**
     * Joins the group of a communicator with another one.
     *
     * @param local the communicator of the own group
     * @param leader the rank of the own group's leader in it
     * @param peer a communicator that both leaders belong to; counts at the leader only, may be null elsewhere
     * @param remoteLeader the rank of the other leader in it; counts at the leader only
     * @param tag of the leaders' messages; counts at the leader only
     * @return the communicator of both groups
     * @throws CommException of class COMM if a communicator is freed, {@code local} is an intercommunicator, the groups
     *     have a rank in common or the own leader failed; RANK or TAG at a leader
     */
    public static Communicator create(Communicator local, int leader, Communicator peer, int remoteLeader, int tag) {
        local.checkUsable();
        if (local.isInter()) throw new CommException(ErrorClass.COMM, "local communicator is an intercommunicator");
        if (leader < 0 || leader >= local.size())
            throw new CommException(
                    ErrorClass.RANK, "local leader out of range: rank=" + leader + ", size=" + local.size());
        Leaders leaders = new Leaders() {
            @Override
            public void exchange(int[] send, int[] receive) {
                Intercommunicators.exchange(peer, remoteLeader, tag, send, receive);
            }

            @Override
            public int failedRank() {
                int[] other = {peer.remoteGroup().worldRank(remoteLeader)};
                return local.process().engine().peers().failedAmong(other);
            }
        };
        Outcome agreed = agree(local, leader, false, leaders);
        return join(local, agreed.remote, agreed.context).inheritFrom(local);
    }

    /**
     * Joins the group of a communicator with that of another world; every rank of both calls this.
     *
     * @param local the communicator of the own group
     * @param remote the other group, with the numbers of its processes here
     * @param proposal returns the context that is proposed, the same at all ranks
     * @param least returns the least of the values that all ranks of both groups give
     * @return the communicator of both groups
     */
    public static Communicator connect(Communicator local, Group remote, IntSupplier proposal, IntUnaryOperator least) {
        return join(local, remote, Communicators.agree(local, proposal, least)).inheritFrom(local);
    }

    private static void exchange(Communicator peer, int leader, int tag, int[] send, int[] receive) {
        if (peer == null) throw new CommException(ErrorClass.COMM, "communicator of the leaders is MPI.COMM_NULL");
        if (leader == Communicator.PROC_NULL)
            throw new CommException(ErrorClass.RANK, "remote leader is PROC_NULL: rank=" + leader);
        peer.pointToPoint().exchange(send, receive, leader, tag);
    }

    /** Returns an intercommunicator of the same groups. */
    static Communicator dup(Communicator inter) {
        Outcome agreed = agree(inter, false);
        return join(inter.local(), agreed.remote, agreed.context).inheritFrom(inter);
    }

    /**
     * {@return a communicator of both groups}
     *
     * @param inter an intercommunicator
     * @param high whether the own group gets the higher ranks; the same at all its ranks. If both groups or none ask
     *     for them, the group whose leader has the lower rank in the world comes first
     */
    public static Communicator merge(Communicator inter, boolean high) {
        inter.checkUsable();
        Outcome agreed = agree(inter, high);
        Group both = agreed.first ? inter.group().union(agreed.remote) : agreed.remote.union(inter.group());
        return Communicator.intra(inter.process(), both, agreed.context).inheritFrom(inter);
    }

    private static void checkDisjoint(Group local, Group remote) {
        for (int rank = 0; rank < local.size(); rank++)
            if (remote.rankOf(local.worldRank(rank)) != Communicator.UNDEFINED)
                throw new CommException(
                        ErrorClass.COMM,
                        "groups are not disjoint: world rank " + local.worldRank(rank) + " is in both");
    }

    /** @param context is reserved; given up if the own group can't have a communicator of its own */
    private static Communicator join(Communicator local, Group remote, int context) {
        try {
            return Communicator.inter(Communicators.dupIntra(local), remote, context);
        } catch (RuntimeException | Error e) {
            local.process().communicators().release(context);
            throw e;
        }
    }

    /** Agrees by the collective messages of an intercommunicator, in which the first ranks are the leaders. */
    private static Outcome agree(Communicator inter, boolean high) {
        Collectives both = inter.collectives();
        both.enterAgreement();
        int other = inter.size();
        Leaders leaders = new Leaders() {
            @Override
            public void exchange(int[] send, int[] receive) {
                both.runAs(CALL, peers -> peers.exchange(Buffer.of(send), other, Buffer.of(receive), other));
            }

            @Override
            public int failedRank() {
                return inter.failedRank();
            }
        };
        return agree(inter.local(), 0, high, leaders);
    }

    private static Outcome agree(Communicator local, int leader, boolean high, Leaders leaders) {
        int[] header = new int[HEADER];
        int[][] ranks = new int[1][];
        // Whether this rank is a leader, for whose answer the other one waits.
        boolean[] owes = new boolean[1];
        IntSupplier proposal = () -> {
            int[][] names = new int[1][];
            inform(local, leader, leaders, header, () -> {
                names[0] = introduce(local, high, leaders, header);
                owes[0] = true;
            });
            if (names[0] == null) names[0] = new int[ProcessNames.length(header[SIZE])];
            local.collectives().run(CALL, peers -> Bcast.run(peers, Buffer.of(names[0]), leader));
            ranks[0] = local.process().names().decode(names[0]);
            // Before a context is reserved: a rank of both groups could reserve it for one of them alone.
            checkDisjoint(local.group(), Group.of(ranks[0]));
            return header[CONTEXT];
        };
        IntUnaryOperator least = own -> {
            int[] ofGroup = new int[HEADER];
            ofGroup[CONTEXT] = Communicators.least(CALL, local, own);
            int[] ofBoth = new int[HEADER];
            inform(local, leader, leaders, ofBoth, () -> {
                owes[0] = false;
                leaders.exchange(ofGroup, ofBoth);
                ofBoth[CONTEXT] = Math.min(ofGroup[CONTEXT], ofBoth[CONTEXT]);
            });
            return ofBoth[CONTEXT];
        };
        try {
            int context = Communicators.agree(local, proposal, least);
            return new Outcome(context, header[HIGH] == 0, Group.of(ranks[0]));
        } catch (CommException e) {
            if (owes[0]) giveUp(local, leaders);
            throw e;
        }
    }

    /**
     * Notifies the other leader, which waits for this one, that the group of this one has lost a rank, or that its
     * communicator is revoked.
     */
    private static void giveUp(Communicator local, Leaders leaders) {
        int[] lost = new int[HEADER];
        lost[SIZE] = UNREACHED;
        if (local.revocation() != null) lost[REASON] = REVOKED;
        else blame(local, local.failedRank(), lost);
        try {
            leaders.exchange(lost, new int[HEADER]);
        } catch (CommException e) {
            // The other leader is gone, or its group has lost the same rank: it does not wait.
        }
    }

    /**
     * Does the leader's part, and informs its group.
     *
     * @param header what the part fills in
     */
    private static void inform(Communicator local, int leader, Leaders leaders, int[] header, Runnable part) {
        CommException failure = null;
        if (local.rank() == leader) {
            try {
                part.run();
            } catch (CommException e) {
                failure = e;
                header[SIZE] = UNREACHED;
                header[REASON] = e.errorClass() == ErrorClass.REVOKED ? REVOKED : OTHER;
                if (e.errorClass() == ErrorClass.PROC_FAILED) blame(local, leaders.failedRank(), header);
            }
        }
        local.collectives().run(CALL, peers -> Bcast.run(peers, Buffer.of(header), leader));
        if (failure != null) throw failure;
        if (header[SIZE] == UNREACHED) throw unreached(local, leader, header);
    }

    /** Notes the process whose failure is the reason: each process may know it by another number. */
    private static void blame(Communicator local, int failed, int[] header) {
        header[REASON] = failed < 0 ? OTHER : FAILED;
        if (failed < 0) return;
        int[] name = local.process().names().encode(failed);
        System.arraycopy(name, 0, header, NAME, name.length);
    }

    /** Returns why the leader of the local group did not reach the other one. */
    private static CommException unreached(Communicator local, int leader, int[] header) {
        String what = "leader of the local group did not reach the other leader: rank=" + leader;
        if (header[REASON] == OTHER) return new CommException(ErrorClass.COMM, what);
        if (header[REASON] == REVOKED)
            return new CommException(ErrorClass.REVOKED, "communicator of a leader has been revoked: " + what);
        ProcessNames names = local.process().names();
        ProcessNames.Name failed = ProcessNames.decode(Arrays.copyOfRange(header, NAME, HEADER), 0);
        boolean isOfWorld =
                failed.world() == names.name(local.process().worldRank()).world();
        String why = (isOfWorld ? "world rank " + failed.rank() : failed) + " has failed: ";
        return local.process().engine().peers().raised(new CommException(ErrorClass.PROC_FAILED, why + what));
    }

    /** Does the leader's part: fills in what its group is to know, and returns the names of the other group. */
    private static int[] introduce(Communicator local, boolean high, Leaders leaders, int[] header) {
        ProcessNames names = local.process().names();
        int[] own = new int[HEADER];
        own[CONTEXT] = local.process().freeContext();
        own[HIGH] = high ? 1 : 0;
        own[SIZE] = local.size();
        int[] name = names.encode(local.process().worldRank());
        System.arraycopy(name, 0, own, NAME, name.length);
        leaders.exchange(own, header);
        int[] ownNames = names.encode(local.group().worldRanks());
        int[] others = new int[ProcessNames.length(header[SIZE])];
        leaders.exchange(ownNames, others);
        int[] otherName = Arrays.copyOfRange(header, NAME, HEADER);
        boolean lower = ProcessNames.decode(name, 0).compareTo(ProcessNames.decode(otherName, 0)) < 0;
        if (lower) header[CONTEXT] = own[CONTEXT];
        header[HIGH] = own[HIGH] == header[HIGH] ? (lower ? 0 : 1) : own[HIGH];
        return others;
    }
}
