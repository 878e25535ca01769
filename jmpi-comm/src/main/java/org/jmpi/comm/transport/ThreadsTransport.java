package org.jmpi.comm.transport;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The transport between threads of one JVM: the sender's thread shows the frame to the receiver's handler and copies the
 * payload into the sink it is given, so a message costs one copy and no hand-off.
 *
 * <p>It is also the way from every rank to itself, and the shortest example of a transport. What a callback sends is shown
 * before the callback returns: an endless chain of such frames would exhaust the thread's stack.
 */
public final class ThreadsTransport implements Transport {
    /** The name given to {@code --transport}. */
    public static final String NAME = "threads";

    private static final int EAGER_LIMIT = 8 << 10;

    private final Meeting meeting;
    private final int rank;
    private final String host;

    private final FrameHandler handler;

    /** Why no more frames pass between this rank and a peer, by the peer's rank; null while they do. */
    private final AtomicReferenceArray<Throwable> lost;

    /** Where the ranks of one JVM find each other. */
    public static final class Meeting {
        private final AtomicReferenceArray<ThreadsTransport> open;
        private final JvmMemory regions = new JvmMemory();

        /**
         * Makes a place for this many ranks.
         *
         * @param size the number of ranks
         */
        public Meeting(int size) {
            open = new AtomicReferenceArray<>(size);
        }

        /**
         * Opens a rank's transport. Every rank has opened its own before any of them sends.
         *
         * @param rank the rank that opens it
         * @param host the name of the ranks' host
         * @param handler takes what arrives for the rank
         * @return the rank's transport
         */
        public ThreadsTransport open(int rank, String host, FrameHandler handler) {
            ThreadsTransport transport = new ThreadsTransport(this, rank, host, handler);
            open.set(rank, transport);
            return transport;
        }
    }

    private ThreadsTransport(Meeting meeting, int rank, String host, FrameHandler handler) {
        this.meeting = meeting;
        this.rank = rank;
        this.host = host;
        this.handler = handler;
        this.lost = new AtomicReferenceArray<>(meeting.open.length());
    }

    @Override
    public PeerAddress address() {
        return new PeerAddress(NAME, host, Integer.toString(rank));
    }

    @Override
    public Endpoint endpoint(int peer, PeerAddress address) {
        return frame -> push(peer, frame);
    }

    private void push(int peer, Frame frame) {
        ThreadsTransport to = meeting.open.get(peer);
        Throwable loss = to == null ? new IllegalStateException("rank " + peer + " has ended") : lost.get(peer);
        if (loss != null) {
            frame.failed(loss);
            return;
        }
        try {
            Sink sink = to.handler.onFrame(rank, frame.word0, frame.word1, frame.word2, frame.word3);
            if (sink != null) {
                if (sink.bytes() > 0) sink.take(frame.payload());
                sink.end();
            }
        } catch (RuntimeException e) {
            to.drop(rank, e);
            drop(peer, new IllegalStateException("rank " + peer + " refused a frame: " + e.getMessage(), e));
            frame.failed(e);
            return;
        }
        frame.sent();
    }

    private void drop(int peer, Throwable cause) {
        if (lost.compareAndSet(peer, null, cause)) handler.onPeerLost(peer, cause);
    }

    @Override
    public int eagerLimit() {
        return EAGER_LIMIT;
    }

    @Override
    public boolean pushes() {
        return true;
    }

    @Override
    public boolean poll() {
        return false;
    }

    @Override
    public void await(long nanos) {}

    @Override
    public void wakeup() {}

    @Override
    public SharedMemory sharedMemory() {
        return meeting.regions;
    }

    @Override
    public String describe() {
        StringBuilder text = new StringBuilder("threads: rank " + rank + " of " + lost.length());
        for (int peer = 0; peer < lost.length(); peer++)
            text.append("\nrank ").append(peer).append(": ").append(state(peer));
        return text.toString();
    }

    private String state(int peer) {
        Throwable loss = lost.get(peer);
        if (loss != null) return "lost: " + loss.getMessage();
        return meeting.open.get(peer) == null ? "ended" : "in this JVM";
    }

    @Override
    public void close(long nanos) {
        leave(FrameHandler::onPeerDeparted);
    }

    @Override
    public void close() {
        leave((peers, self) -> peers.onPeerLost(self, new IllegalStateException("rank " + self + " was stopped")));
    }

    private void leave(Farewell farewell) {
        if (meeting.open.getAndSet(rank, null) == null) return;
        for (int peer = 0; peer < meeting.open.length(); peer++) {
            ThreadsTransport to = meeting.open.get(peer);
            if (to != null && to.lost.get(rank) == null) farewell.say(to.handler, rank);
        }
    }

    private interface Farewell {
        void say(FrameHandler peersHandler, int self);
    }
}
