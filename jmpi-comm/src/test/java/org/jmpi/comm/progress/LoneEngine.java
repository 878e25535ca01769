package org.jmpi.comm.progress;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.fault.Agreements;
import org.jmpi.comm.fault.Revocations;
import org.jmpi.comm.layer.LayerProtocol;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.transport.Source;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;

/** Rank 0 without any peer: a test shows it frames, and sees those that it sends. */
final class LoneEngine {
    private final EngineRank rank;
    private final List<Frame> sent = new ArrayList<>();
    private Runnable meanwhile = () -> {};

    LoneEngine(int size) {
        this(size, Events.NONE);
    }

    LoneEngine(int size, Events events) {
        JmpiConfig config = JmpiConfig.load(new Properties(), Map.of());
        rank = new EngineRank(0, config, events);
        new LayerProtocol(0, rank.engine(), config);
        new Agreements(rank.engine(), context -> Agreements.NO_MORE);
        new Revocations(rank.engine(), 0, new RanksAsNames(), (cause, context) -> {}, context -> null);
        rank.engine()
                .start(
                        new PushingTransport(),
                        peer -> new Unconnected(),
                        Collections.nCopies(size, Host.named("here")),
                        true);
    }

    /** Names each process by its number. */
    private static final class RanksAsNames implements Revocations.Names {
        @Override
        public int length() {
            return 1;
        }

        @Override
        public int[] encode(int... processes) {
            return processes;
        }

        @Override
        public int[] numbers(int[] names) {
            return names;
        }
    }

    /** The way to a peer that nothing has come from. */
    private final class Unconnected implements Endpoint {
        @Override
        public void send(Frame frame) {
            Runnable happens = meanwhile;
            meanwhile = () -> {};
            happens.run();
            sent.add(frame);
        }

        @Override
        public boolean isReached() {
            return false;
        }
    }

    EngineRank rank() {
        return rank;
    }

    /** Returns the frames that were sent, of which the test may say so. */
    List<Frame> sent() {
        return sent;
    }

    /** Has something happen while the next frame is sent. */
    void duringNextSend(Runnable what) {
        meanwhile = what;
    }

    /** Takes the oldest frame, which has now been sent. */
    Frame nextSent() {
        Frame frame = sent.remove(0);
        frame.sent();
        return frame;
    }

    Sink show(int peer, Frame frame) {
        return rank.engine().frames().onFrame(peer, frame.word0, frame.word1, frame.word2, frame.word3);
    }

    static Frame message(FrameKind kind, int type, int context, int source, int tag, long length, int objects) {
        Frame frame = new Words();
        FrameHeader.message(frame, kind, type, 0, context, source, tag, length, 0, objects);
        return frame;
    }

    static Frame control(FrameKind kind, long length, int sendId, int receiveId) {
        Frame frame = new Words();
        FrameHeader.control(frame, kind, length, sendId, receiveId);
        return frame;
    }

    /** A header alone. */
    static final class Words extends Frame {
        @Override
        public Source payload() {
            return null;
        }

        @Override
        public void sent() {}

        @Override
        public void failed(Throwable cause) {}
    }

    private static final class PushingTransport implements Transport {
        @Override
        public PeerAddress address() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Endpoint endpoint(int peer, PeerAddress address) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int eagerLimit() {
            return 8192;
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
        public void await(long nanos) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void wakeup() {}

        @Override
        public String describe() {
            return "no connection";
        }

        @Override
        public void close(long nanos) {}

        @Override
        public void close() {}
    }
}
