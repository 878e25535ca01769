package org.jmpi.comm.progress;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.events.PeerState;
import org.jmpi.comm.operation.FirstThread;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.HeartbeatSocket;
import org.jmpi.comm.wire.FrameKind;

/** One peer: the way to it, its state, and the eager bytes that may still go to it unasked. */
public final class PeerConnection {
    /** The divisor of the window for the credit that the first thread draws at a time. */
    private static final int DRAWS = 16;

    final int rank;

    /** For messages. */
    final String name;

    /** Changed once, when the way to a process of another world is closed. */
    Endpoint endpoint;

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

    /** Changed by {@link #move} alone. */
    private volatile PeerState state = PeerState.ALIVE;

    /** Why nothing more goes to or comes from the peer; null while that is not so. Set before {@link #state}. */
    volatile CommException gone;

    /** The cause for which the peer was declared failed; null while it was not. Set before {@link #state}. */
    volatile FailureNotice failed;

    /** How many heart-beats have come; changed by one thread at a time. */
    volatile int heartbeats;

    /** The address at which the peer takes heart-beats as datagrams; null if it has not asked for them. */
    volatile HeartbeatSocket.Subscription subscription;

    /** How many heart-beats have come as datagrams; the detector's. */
    long datagrams;

    /** Whether MPI.Finalize need not wait for the peer, a process of another world. */
    private volatile boolean finished;

    /** Whether the peer's end has been reported. */
    final AtomicBoolean reported = new AtomicBoolean();

    PeerConnection(int rank, Endpoint endpoint, int eagerLimit, long window) {
        this(rank, "rank " + rank, endpoint, eagerLimit, window);
    }

    PeerConnection(int rank, String name, Endpoint endpoint, int eagerLimit, long window) {
        this.rank = rank;
        this.name = name;
        this.endpoint = endpoint;
        this.eagerLimit = eagerLimit;
        this.credit = new AtomicLong(window);
        this.draw = window / DRAWS;
    }

    /**
     * Returns a peer with the limits of the settings.
     *
     * @param eagerLimit that of the way to the peer, in bytes; counts if the settings have none
     */
    static PeerConnection of(int rank, String name, Endpoint endpoint, int eagerLimit, JmpiConfig config) {
        int limit = config.eagerLimit() >= 0 ? config.eagerLimit() : eagerLimit;
        return new PeerConnection(rank, name, endpoint, limit, config.eagerWindow());
    }

    /** {@return the peer's rank in the world; a number behind those if it is of another one} */
    public int rank() {
        return rank;
    }

    /** {@return how messages name the peer, such as {@code rank 3}} */
    public String name() {
        return name;
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

    /**
     * Makes a connection to the peer if it would not learn of this rank's end otherwise: it may be about to receive
     * from this rank.
     */
    public void greet() {
        if (!isConnected()) send(new ControlFrame(FrameKind.WAKE, 0, 0));
    }

    /**
     * {@return whether this rank learns of the peer's end, or knows of it} A transport with connections tells it to
     * those peers to which there is one.
     */
    public boolean isConnected() {
        return gone != null || endpoint.isToldOfDeparture();
    }

    /** Tells a process of another world that its MPI.Finalize need not wait for this rank any more. */
    public void finish() {
        if (gone == null) send(new ControlFrame(FrameKind.FINALIZE, 0, 0));
    }

    void noteFinish() {
        finished = true;
    }

    /** {@return whether MPI.Finalize need not wait for the peer: it has called that, too, or is gone} */
    public boolean isFinished() {
        return finished || gone != null;
    }

    /** Forgets the way to a peer that is gone. */
    void disconnect() {
        CommException cause = gone;
        endpoint = frame -> frame.failed(cause);
    }

    /** {@return what is known about the peer} */
    public PeerState state() {
        return state;
    }

    /**
     * Moves the peer from one state to the next.
     *
     * <p>The thread that makes progress, the failure detector's and the one that closes the engine move a peer. The
     * detector reads ALIVE and is about to suspect the peer; meanwhile the thread that makes progress takes the peer's
     * departure. A plain write of SUSPECTED would then bring back a peer that is gone. Under the lock the second thread
     * finds another state than it has read, and moves nothing.
     *
     * @param from the state that the caller has read
     * @param cause why the peer moves; what calls fail by that need a peer which is gone
     * @return false if another thread has moved the peer since
     * @throws IllegalStateException if no peer goes from the one state to the other
     */
    boolean move(PeerState from, PeerState to, CommException cause) {
        if (!from.leadsTo(to))
            throw new IllegalStateException(
                    "rank " + rank + " can't go from " + from + " to " + to + ": " + cause.getMessage());
        synchronized (this) {
            if (state != from) return false;
            // First, for a thread that reads the state and then asks for the cause.
            if (to.isGone()) gone = cause;
            state = to;
        }
        if (to == PeerState.FAILED) endpoint.peerFailed();
        return true;
    }

    /** Moves the peer from any state that leads to another one; returns false if its state does not. */
    boolean moveTo(PeerState to, CommException cause) {
        for (PeerState from = state; from.leadsTo(to); from = state) if (move(from, to, cause)) return true;
        return false;
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
