package org.jmpi.comm.progress;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.PeerState;
import org.jmpi.comm.request.FirstThread;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.HeartbeatSocket;

/** One peer: the way to it, its state, and the eager bytes that may still go to it unasked. */
public final class Peer {
    /** The divisor of the window for the credit that the first thread draws at a time. */
    private static final int DRAWS = 16;

    final int rank;
    final Endpoint endpoint;

    /** The longest payload, in bytes, that is sent unasked. */
    final int eagerLimit;

    /** Eager bytes, with what keeping a message costs, that the peer has room for and that are not drawn. */
    private final AtomicLong credit;

    private final long draw;

    /**
     * The first thread that sent: it draws credit for many messages at once. With its own requests: 8 bytes take 0.152,
     * not 0.162 µs.
     */
    private final FirstThread first = new FirstThread();

    /** The credit that the first thread has drawn and not used; its own. */
    private long drawn;

    /**
     * Eager bytes of the peer's that have been matched since credit was last given back; guarded by the inbox's lock.
     */
    long owed;

    /** Why nothing more goes to or comes from the peer; null while that is not so. */
    volatile CommException gone;

    /** The cause for which the peer was declared failed; null while it was not. Set before {@link #gone}. */
    volatile Notice failed;

    /** Whether the peer's host is silent, and the peer was asked for a sign of life. */
    volatile boolean suspected;

    /** How many heart-beats have come; changed by one thread at a time. */
    volatile int heartbeats;

    /** The address at which the peer takes heart-beats as datagrams; null if it has not asked for them. */
    volatile HeartbeatSocket.Subscription subscription;

    /** How many heart-beats have come as datagrams; the detector's. */
    long datagrams;

    /** Whether the peer's end has been reported. */
    final AtomicBoolean blamed = new AtomicBoolean();

    Peer(int rank, Endpoint endpoint, int eagerLimit, long window) {
        this.rank = rank;
        this.endpoint = endpoint;
        this.eagerLimit = eagerLimit;
        this.credit = new AtomicLong(window);
        this.draw = window / DRAWS;
    }

    /** {@return the peer's rank in the world} */
    public int rank() {
        return rank;
    }

    /** {@return why nothing more goes to or comes from the peer; null while that is not so} */
    public CommException gone() {
        return gone;
    }

    /**
     * Sends a frame; see {@link Endpoint#send}.
     *
     * @param frame the transport's until it is sent or has failed
     */
    public void send(Frame frame) {
        endpoint.send(frame);
    }

    /** Returns whether the peer has failed. */
    boolean isFailed() {
        return gone != null && failed != null;
    }

    /**
     * Returns whether the connection to the peer was lost while this rank did not need it: the peer may have departed.
     * It has failed if another rank declares that.
     */
    boolean isPresumedDeparted() {
        CommException cause = gone;
        return cause != null && cause.errorClass() == ErrorClass.PROC_FAILED && failed == null;
    }

    /** {@return what is known about the peer} */
    public PeerState state() {
        if (gone != null) return isFailed() ? PeerState.FAILED : PeerState.DEPARTED;
        if (suspected) return PeerState.SUSPECTED;
        return endpoint.isReached() ? PeerState.CONNECTED : PeerState.UNREACHED;
    }

    /** Takes credit, unless there is too little. */
    boolean take(long bytes) {
        if (!first.isCurrent()) return takeShared(bytes);
        if (drawn < bytes && !drawFor(bytes)) return false;
        drawn -= bytes;
        return true;
    }

    private boolean drawFor(long bytes) {
        long missing = bytes - drawn;
        for (long wanted = Math.max(missing, draw); ; wanted = missing) {
            if (takeShared(wanted)) {
                drawn += wanted;
                return true;
            }
            if (wanted == missing) return false;
        }
    }

    private boolean takeShared(long bytes) {
        if (credit.get() < bytes) return false;
        if (credit.addAndGet(-bytes) >= 0) return true;
        credit.addAndGet(bytes);
        return false;
    }

    /** Returns the credit that is left; exact while no thread takes or gives credit. */
    long left() {
        return credit.get() + drawn;
    }

    /** Takes credit back that the peer has returned. */
    void give(long bytes) {
        credit.addAndGet(bytes);
    }
}
