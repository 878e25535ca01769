package org.jmpi.comm.transport;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The transport between threads of one JVM: the sender's thread shows the frame to the receiver's handler and copies the
 * payload into the sink it is given, so a message costs one copy and no hand-off.
 *
 * <p>It is also the way from every rank to itself, and the shortest example of a transport.
 */
public final class ThreadsTransport implements Transport {
    /** The name given to {@code --transport}. */
    public static final String NAME = "threads";

    private static final int EAGER_LIMIT = 8 << 10;

    private final Meeting meeting;
    private final int rank;
    private final String host;

    /** Where the ranks of one JVM find each other. */
    public static final class Meeting {
        private final AtomicReferenceArray<FrameHandler> handlers;

        /** Makes a place for this many ranks. */
        public Meeting(int size) {
            handlers = new AtomicReferenceArray<>(size);
        }

        /** Opens a rank's transport. Every rank has opened its own before any of them sends. */
        public ThreadsTransport open(int rank, String host, FrameHandler handler) {
            handlers.set(rank, handler);
            return new ThreadsTransport(this, rank, host);
        }
    }

    private ThreadsTransport(Meeting meeting, int rank, String host) {
        this.meeting = meeting;
        this.rank = rank;
        this.host = host;
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
        FrameHandler handler = meeting.handlers.get(peer);
        if (handler == null) {
            frame.failed(new IllegalStateException("rank " + peer + " has ended"));
            return;
        }
        try {
            Sink sink = handler.onFrame(rank, frame.word0, frame.word1, frame.word2, frame.word3);
            if (sink != null) {
                sink.take(frame.payload());
                sink.end();
            }
        } catch (RuntimeException e) {
            handler.onPeerLost(rank, e);
            frame.failed(e);
            return;
        }
        frame.sent();
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
    public String describe() {
        return "threads: rank " + rank + " of " + meeting.handlers.length();
    }

    @Override
    public void close(long nanos) {
        leave(FrameHandler::onPeerDeparted);
    }

    @Override
    public void close() {
        leave((handler, self) -> handler.onPeerLost(self, new IllegalStateException("rank " + self + " was stopped")));
    }

    private void leave(Farewell farewell) {
        if (meeting.handlers.getAndSet(rank, null) == null) return;
        for (int peer = 0; peer < meeting.handlers.length(); peer++) {
            FrameHandler handler = meeting.handlers.get(peer);
            if (handler != null) farewell.say(handler, rank);
        }
    }

    private interface Farewell {
        void say(FrameHandler handler, int self);
    }
}
