package org.jmpi.comm.fault;

import java.util.BitSet;

/**
 * One member's part in an agreement of all members that are left, whichever fail, and whenever. All that decide, decide
 * the same, also those that fail afterwards; the decision combines the ballots of all members that are left.
 *
 * <p>The coordinator is the first member that is not lost. It
 *
 * <ol>
 *   <li>gathers an {@code ESTIMATE} of each member;
 *   <li>proposes what they amount to, and each member that accepts the proposal acknowledges it;
 *   <li>decides when all members have, and tells them;
 *   <li>has all members forget the agreement when all have decided.
 * </ol>
 *
 * <p>If the coordinator is lost, the next one begins anew. If the lost one has decided, all members that are left have
 * accepted its proposal before. A coordinator proposes again what the latest one has proposed to one of the members,
 * and so its decision is the same. A member that has decided tells the next coordinator.
 *
 * <p>Members take part from their first message or {@link #join} until all have decided, even after the call of the
 * program has returned. A loss is seen at the members in any order, and messages of a lost member may arrive
 * afterwards. None is wrongly held to be lost: the others exclude it first.
 *
 * <p>Source: rotating coordinators with a perfect failure detector, T. D. Chandra and S. Toueg, "Unreliable failure
 * detectors for reliable distributed systems", J. ACM 43(2), 1996.
 */
final class Agreement {
    /** The kinds of messages between members. */
    enum Kind {
        /** A member's ballot, or the proposal that it has accepted, to the coordinator. */
        ESTIMATE,
        /** What the coordinator proposes. */
        PROPOSE,
        /** That a member has accepted the coordinator's proposal. */
        ACCEPT,
        /** The decision. */
        DECIDE,
        /** That a member has the decision. */
        DONE,
        /** That all members have it. */
        FORGET
    }

    /** No member. */
    static final int NONE = -1;

    /** How an agreement reaches the other members and its caller. No method calls the agreement. */
    interface Network {
        /**
         * Sends a message; it arrives after earlier ones to that member, unless this member or that one is lost.
         *
         * @param proposer whose proposal the ballot of an estimate is; {@link #NONE} if it is the member's own
         * @param ballot null if the kind has none
         */
        void send(int member, Kind kind, int proposer, Ballot ballot);

        /** Returns whether a member is lost; once it is, for ever. */
        boolean isLost(int member);

        /** Takes the decision, once. */
        void decided(Ballot decision);

        /** Takes note that no member needs this one's part any more. */
        void forgotten();
    }

    private final int own;
    private final int size;
    private final Network network;

    /** The coordinator to which this member has sent its estimate; {@link #NONE} before {@link #join}. */
    private int coordinator = NONE;

    private Ballot ballot;

    /** The latest proposal that this member, or one whose estimate has come, has accepted; and who has made it. */
    private Ballot accepted;

    private int proposer = NONE;

    private Ballot decision;
    private boolean isProposed;
    private boolean isTold;
    private boolean isForgotten;
    private final BitSet estimated = new BitSet();
    private final BitSet accepting = new BitSet();
    private final BitSet done = new BitSet();

    /** The members that have told the decision. */
    private final BitSet told = new BitSet();

    /** The combination of the estimates that carry no proposal; null before the first one. */
    private Ballot gathered;

    Agreement(int own, int size, Network network) {
        this.own = own;
        this.size = size;
        this.network = network;
    }

    /** Takes part with a ballot; once. */
    void join(Ballot contribution) {
        ballot = contribution;
        gather(contribution);
        lost();
    }

    /** Adapts to the members that are lost now. */
    void lost() {
        if (ballot == null || isForgotten) return;
        int now = first();
        if (now != coordinator) {
            coordinator = now;
            if (now != own) {
                if (decision != null) network.send(now, Kind.DECIDE, NONE, decision);
                else network.send(now, Kind.ESTIMATE, proposer, proposer == NONE ? ballot : accepted);
            }
        }
        coordinate();
    }

    private int first() {
        int member = 0;
        while (member != own && network.isLost(member)) member++;
        return member;
    }

    /** Takes a message of a member. */
    void received(int from, Kind kind, int proposedBy, Ballot carried) {
        switch (kind) {
            case ESTIMATE -> {
                estimated.set(from);
                if (proposedBy == NONE) gather(carried);
                else accept(proposedBy, carried);
            }
            case PROPOSE -> {
                accept(from, carried);
                network.send(from, Kind.ACCEPT, NONE, null);
            }
            case ACCEPT -> accepting.set(from);
            case DECIDE -> {
                told.set(from);
                decide(carried);
                network.send(from, Kind.DONE, NONE, null);
            }
            case DONE -> done.set(from);
            case FORGET -> {
                // A member that has forgotten the agreement answers so to a coordinator that tells it the decision.
                if (coordinator == own) done.set(from);
                else forgetWithTellers();
            }
        }
        coordinate();
    }

    private void gather(Ballot estimate) {
        gathered = gathered == null ? estimate : gathered.combine(estimate);
    }

    private void accept(int from, Ballot proposal) {
        if (from < proposer) return;
        proposer = from;
        accepted = proposal;
    }

    private void decide(Ballot value) {
        if (decision != null) return;
        decision = value;
        network.decided(value);
    }

    /**
     * Forgets the agreement after a coordinator that this member does not know to be lost. Those that know it have told
     * this member, and what the lost one has sent to them may not arrive.
     */
    private void forgetWithTellers() {
        told.stream()
                .filter(member -> !network.isLost(member))
                .forEach(member -> network.send(member, Kind.FORGET, NONE, null));
        forget();
    }

    private void forget() {
        if (isForgotten) return;
        isForgotten = true;
        network.forgotten();
    }

    /** Goes as far as the messages that have come allow, if this member is the coordinator. */
    private void coordinate() {
        if (ballot == null || coordinator != own || isForgotten) return;
        if (decision == null && !isProposed && haveAll(estimated)) {
            isProposed = true;
            accept(own, proposer == NONE ? gathered : accepted);
            sendToAll(Kind.PROPOSE, accepted);
        }
        if (decision == null && isProposed && haveAll(accepting)) decide(accepted);
        if (decision == null) return;
        if (!isTold) {
            isTold = true;
            sendToAll(Kind.DECIDE, decision);
        }
        if (!haveAll(done)) return;
        sendToAll(Kind.FORGET, null);
        forget();
    }

    private boolean haveAll(BitSet members) {
        for (int member = members.nextClearBit(0); member < size; member = members.nextClearBit(member + 1))
            if (member != own && !network.isLost(member)) return false;
        return true;
    }

    private void sendToAll(Kind kind, Ballot carried) {
        for (int member = 0; member < size; member++)
            if (member != own && !network.isLost(member)) network.send(member, kind, NONE, carried);
    }
}
