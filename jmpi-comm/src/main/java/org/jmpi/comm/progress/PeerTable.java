package org.jmpi.comm.progress;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.PeerState;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.operation.Losses;
import org.jmpi.comm.operation.MessageOperation;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendRequest;

/**
 * The peers of a rank, and which operations can't be completed any more since peers have failed or departed.
 *
 * <p>An operation fails if and only if it needs a peer that is gone. When the peer goes, the operations in the inbox
 * fail. A waiting thread checks the others itself: a message of which a part has come, a collective operation, and a
 * receive from any source.
 */
public final class PeerTable implements WaitFailures, Losses {
    private final int rank;
    private final PeerListener listener;
    private final Inbox inbox;
    private PeerConnection[] peers;

    /** The number of ranks in the world; those that join come behind them. */
    private final int worldSize;

    /** The peers whose frames are taken: null for one that has failed. */
    private PeerConnection[] senders;

    /** How many failures there were, of peers, of communicators or of all operations. */
    private final AtomicInteger failures = new AtomicInteger();

    /** Why no operation can be completed. */
    private final AtomicReference<CommException> failure = new AtomicReference<>();

    private volatile boolean any;
    private volatile boolean silent;

    PeerTable(int rank, PeerListener listener, Inbox inbox, PeerConnection[] peers) {
        this.rank = rank;
        this.listener = listener;
        this.inbox = inbox;
        this.peers = peers;
        this.worldSize = peers.length;
        this.senders = peers.clone();
    }

    /**
     * {@return a peer}
     *
     * @param peer its rank in the world
     */
    public PeerConnection get(int peer) {
        return peers[peer];
    }

    /** {@return the number of ranks, with those that have joined} */
    public int size() {
        return peers.length;
    }

    /** {@return the number of ranks in the world of this rank} */
    public int worldSize() {
        return worldSize;
    }

    /**
     * {@return whether a peer is of this rank's world}
     *
     * @param peer its number
     */
    public boolean isOfWorld(int peer) {
        return peer < worldSize;
    }

    /**
     * {@return whether a peer has failed or departed}
     *
     * @param peer its number
     */
    public boolean isGone(int peer) {
        return peers[peer].gone != null;
    }

    PeerConnection[] all() {
        return peers;
    }

    /**
     * Returns the peers whose frames are taken, by rank. An element becomes null when the peer has failed. So a frame
     * is dropped at no cost for others: the JIT compiler makes no instruction of a test for null before an access.
     */
    PeerConnection[] senders() {
        return senders;
    }

    /**
     * Adds processes that have joined. The arrays are replaced by longer ones, without a fence where they are read: who
     * needs a new peer has its number from the thread that added it. Not called at the same time as {@link #fail},
     * whose change a copy might miss.
     */
    void add(List<PeerConnection> joined) {
        peers = append(peers, joined);
        senders = append(senders, joined);
    }

    private static PeerConnection[] append(PeerConnection[] all, List<PeerConnection> joined) {
        PeerConnection[] more = Arrays.copyOf(all, all.length + joined.size());
        for (PeerConnection peer : joined) more[peer.rank] = peer;
        return more;
    }

    // ---- what becomes of peers ----

    /** Notes that a peer has departed or is presumed to have; returns false if that is no news. */
    boolean depart(PeerConnection peer, PeerState how, CommException cause) {
        any = true;
        return peer.moveTo(how, cause);
    }

    /** Notes that peers have failed; their later frames are dropped. */
    void fail(int[] ranks, FailureNotice notice, CommException cause) {
        for (int each : ranks) {
            any = true;
            peers[each].failed = notice;
            if (peers[each].moveTo(PeerState.FAILED, cause)) senders[each] = null;
        }
        failures.incrementAndGet();
    }

    /** Fails every operation, now and later; the first failure counts. Returns whether this one does. */
    boolean failAll(CommException cause) {
        if (!failure.compareAndSet(null, cause)) return false;
        failures.incrementAndGet();
        return true;
    }

    /** {@return why no operation of this rank can be completed, or null} */
    public CommException failure() {
        return failure.get();
    }

    /** Has each thread that waits look again whether what it waits for can be completed. */
    void lookAgain() {
        failures.incrementAndGet();
    }

    boolean isAnyGone() {
        return any;
    }

    // ---- what operations need ----

    /**
     * Returns the peer without which an operation cannot complete, if it is gone.
     *
     * @param peer its rank, or {@link RecvRequest#ANY_PEER}: then all others that send in the context have departed
     * @return null if there is none
     */
    PeerConnection missing(int peer, int context) {
        if (peer == RecvRequest.ANY_PEER) return any ? lastSender(context) : null;
        PeerConnection found = peers[peer];
        return found.gone == null ? null : found;
    }

    /**
     * Returns the last peer to depart if all others that send in a context have departed. This rank might still send; a
     * program that waits for that after all others have ended is wrong, too. Not so after a failure: the receive stays,
     * as it does while other ranks may send (ULFM).
     */
    private PeerConnection lastSender(int context) {
        PeerConnection last = null;
        for (int sender : senders(context)) {
            if (sender == rank) continue;
            PeerState state = peers[sender].state();
            if (!state.isGone() || state == PeerState.FAILED) return null;
            last = peers[sender];
        }
        return last;
    }

    private int[] senders(int context) {
        int[] known = listener.senders(context);
        if (known != null) return known;
        int[] everybody = new int[peers.length];
        for (int peer = 0; peer < everybody.length; peer++) everybody[peer] = peer;
        return everybody;
    }

    /**
     * Fails a receive whose sender has left, or whose communicator has been revoked, before it was posted;
     * {@link Inbox#abandon} and {@link Inbox#revoke} fail those posted before.
     */
    void checkSender(RecvRequest receive) {
        CommException revoked = inbox.revocation(receive.context());
        PeerConnection missing = revoked != null ? null : missing(receive.peer(), receive.context());
        if (missing == null && revoked == null) return;
        boolean withdrawn;
        inbox.lock.lock();
        try {
            withdrawn = inbox.withdraw(receive);
        } finally {
            inbox.lock.unlock();
        }
        if (!withdrawn) return;
        if (missing != null) blame(missing, missing.gone);
        receive.fail(missing != null ? missing.gone : revoked);
    }

    private boolean isFailed(int peer) {
        return peers[peer].state() == PeerState.FAILED;
    }

    /**
     * {@return a failure for the calling thread of the program to throw, with that thread's stack}
     *
     * @param cause the failure, which other threads may throw, too
     */
    public CommException raised(CommException cause) {
        listener.beforeFailure();
        return cause.here();
    }

    /**
     * {@return a failure to throw, of a call that needs a peer which is gone}
     *
     * @param peer its rank in the world
     */
    public CommException missing(int peer) {
        blame(peers[peer], peers[peer].gone);
        return raised(peers[peer].gone);
    }

    /**
     * {@return the first of some ranks that has failed; -1 if none has}
     *
     * @param ranks in the world
     */
    public int failedAmong(int[] ranks) {
        for (int each : ranks) if (isFailed(each)) return each;
        return -1;
    }

    /**
     * {@return why an operation has failed: if its peer has failed, the failure of the peer} So it is with a peer that
     * is presumed to have departed: a peer that departs has received what is sent to it.
     *
     * @param operation with a failure
     */
    public CommException causeOf(Operation operation) {
        CommException cause = operation.failure();
        CommException gone = any && operation.peer() >= 0 ? peers[operation.peer()].gone : null;
        boolean isOfPeer = gone != null && gone.errorClass() == ErrorClass.PROC_FAILED;
        return isOfPeer && cause.errorClass() == ErrorClass.OTHER ? gone : cause;
    }

    /**
     * Fails what waits for a message from any source where no source is left.
     *
     * @param latest the peer that has departed
     * @param collective whether only collective operations are needed
     */
    void abandonAnySource(PeerConnection latest, boolean collective) {
        for (MessageOperation request : inbox.fromAny()) {
            boolean mayCome = missing(RecvRequest.ANY_PEER, request.context()) == null;
            if (mayCome || collective && request.context() % 2 == 0) continue;
            CommException cause = new CommException(
                    ErrorClass.OTHER, "every other rank of the communicator has ended: no message comes any more");
            blame(latest, cause);
            inbox.abandon(request, cause);
        }
    }

    // ---- what a thread that waits looks at ----

    /** {@return how many failures there were; a caller looks again at {@link #failedAmong} if the number has grown} */
    @Override
    public int count() {
        return failures.get();
    }

    @Override
    public boolean endAll() {
        return failure.get() != null;
    }

    @Override
    public boolean endsWait(Completion completion) {
        if (endAll()) return true;
        for (Completion part : completion.parts()) part.settle(this);
        return !completion.isDone() && reason(completion) != null;
    }

    /**
     * Returns why a wait ends though what it waits for is not done.
     *
     * @return null if it does not; of class PROC_FAILED_PENDING if a receive from any source can still be matched,
     *     though one of the sources has failed (ULFM)
     */
    CommException reason(Completion completion) {
        CommException cause = failure.get();
        if (cause != null) return cause;
        for (Completion part : completion.parts()) if (cause == null) cause = part.pending(this);
        return cause;
    }

    @Override
    public CommException failure(int peer, int context) {
        PeerConnection missing = missing(peer, context);
        return missing == null || missing.state() != PeerState.FAILED ? null : missing.gone;
    }

    @Override
    public CommException failureAmongSenders(int context) {
        int failed = failedAmong(senders(context));
        return failed < 0 ? null : peers[failed].gone;
    }

    @Override
    public void abandon(MessageOperation operation, CommException cause) {
        inbox.abandon(operation, cause);
    }

    @Override
    public void betweenFrames(int peer, Runnable action) {
        // A probe of any source has no memory.
        if (peer == RecvRequest.ANY_PEER) action.run();
        else peers[peer].endpoint.betweenFrames(action);
    }

    // ---- reports to the job ----

    /** Reports that an operation needs a peer that is gone; once for each peer. */
    void blame(PeerConnection peer, CommException gone) {
        if (!silent && peer.reported.compareAndSet(false, true)) listener.onPeerGone(peer.rank, gone);
    }

    /** Fails a send to a peer that is gone. */
    void refuse(PeerConnection peer, CommException gone, SendRequest send) {
        blame(peer, gone);
        send.fail(gone);
    }

    /** Stops the reports of lost peers, while the rank ends or asks its peers to resume; or starts them again. */
    void silence(boolean isSilent) {
        silent = isSilent;
    }
}
