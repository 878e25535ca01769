package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.events.PeerState;
import org.jmpi.comm.events.Unreceived;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an observer sees of the engine. */
@Timeout(30)
class EngineEventsTest {
    private static final int BYTE = BasicType.BYTE.ordinal();
    private static final int BITS = 0xFEDC;

    private final List<String> seen = new ArrayList<>();
    private final LoneEngine lone = new LoneEngine(3, new Recorder());
    private final EngineRank rank = lone.rank();

    private final class Recorder implements Events {
        @Override
        public void sent(SendRequest message, String transport, boolean eager) {
            seen.add("sent " + message.payload().bytes() + " to " + message.peer() + " by " + transport
                    + (eager ? " eagerly" : ""));
        }

        @Override
        public void matched(RecvRequest receive, int eventBits, boolean unexpected) {
            assertFalse(receive.isDone());
            seen.add("matched " + receive.source() + " " + receive.tag() + " " + receive.bytes() + " " + eventBits
                    + (unexpected ? " late" : ""));
        }

        @Override
        public void arrivedUnexpected(Unreceived message) {
            seen.add(message.toString());
        }

        @Override
        public Object waitBegan(Completion completion, String call) {
            seen.add("wait " + completion.isDone());
            return call;
        }

        @Override
        public void waitEnded(Completion completion, String call, Object kept) {
            assertSame(call, kept);
            seen.add("end " + completion.isDone());
        }

        @Override
        public void peerChanged(int peer, PeerState state) {
            seen.add(peer + " " + state);
        }
    }

    private static Frame message(FrameKind kind, int tag, long length) {
        Frame frame = new LoneEngine.Words();
        FrameHeader.message(frame, kind, BYTE, BITS, EngineRank.CONTEXT, 1, tag, length, 0, 0);
        return frame;
    }

    private void assertSeen(String... events) {
        assertEquals(List.of(events), seen);
        seen.clear();
    }

    private static String unexpected(int tag, long bytes) {
        return new Unreceived(EngineRank.CONTEXT, 1, 1, tag, BasicType.BYTE, bytes, 0, BITS).toString();
    }

    @Test
    void anEagerMessageMeetsItsReceive() {
        rank.irecv(new byte[4], 1, 7);
        assertSeen();
        lone.show(1, message(FrameKind.EAGER, 7, 4));
        assertSeen("matched 1 7 4 " + BITS);
        rank.irecv(new byte[4], 1, 8);
        lone.show(1, message(FrameKind.EAGER, 8, 0));
        assertSeen("matched 1 8 0 " + BITS);
    }

    @Test
    void anUnexpectedEagerMessageMeetsAReceiveWhenItsBytesAreHere() {
        ByteBuffer bytes = ByteBuffer.wrap(new byte[4]);
        var sink = lone.show(1, message(FrameKind.EAGER, 7, 4));
        assertSeen(unexpected(7, 4));
        RecvRequest receive = rank.irecv(new byte[4], 1, 7);
        assertSeen();
        sink.unpack(0, bytes);
        sink.end();
        assertSeen("matched 1 7 4 " + BITS + " late");
        rank.await(receive);
        assertSeen();
    }

    @Test
    void aMessageIsReportedOnceAsSentHoweverItGoes() {
        rank.isend(new byte[4], 1, 7);
        assertSeen("sent 4 to 1 by  eagerly");
        rank.isend(SendMode.SYNCHRONOUS, new byte[0], 2, 7);
        assertSeen("sent 0 to 2 by ");
        rank.isend(new byte[1 << 20], 1, 8);
        assertSeen("sent 1048576 to 1 by ");
    }

    @Test
    void anAnnouncedMessageMeetsItsReceive() {
        lone.show(1, message(FrameKind.REQUEST_TO_SEND, 7, 1L << 40));
        assertSeen(unexpected(7, 1L << 40));
        rank.irecv(new byte[4], 1, 7);
        assertSeen("matched 1 7 " + (1L << 40) + " " + BITS + " late");
        rank.irecv(new byte[4], 1, 8);
        lone.show(1, message(FrameKind.REQUEST_TO_SEND, 8, 0));
        assertSeen("matched 1 8 0 " + BITS);
    }

    @Test
    void messagesThatAreLeftKeepTheirBits() {
        lone.show(1, message(FrameKind.EAGER, 7, 0));
        lone.show(1, message(FrameKind.REQUEST_TO_SEND, 8, 9));
        assertSeen(unexpected(7, 0), unexpected(8, 9));
        assertEquals(
                List.of(
                        new Unreceived(EngineRank.CONTEXT, 1, 1, 7, BasicType.BYTE, 0, 0, BITS),
                        new Unreceived(EngineRank.CONTEXT, 1, 1, 8, BasicType.BYTE, 9, 0, BITS)),
                rank.engine().inbox().unreceived());
    }

    @Test
    void aWaitForWhatIsDoneIsNone() {
        lone.show(1, message(FrameKind.EAGER, 7, 0));
        RecvRequest receive = rank.irecv(new byte[4], 1, 7);
        seen.clear();
        rank.await(receive);
        assertSeen();
    }

    @Test
    void aWaitThatFailsEndsNevertheless() {
        RecvRequest receive = rank.irecv(new byte[4], 1, 7);
        CommException failure = new CommException(ErrorClass.OTHER, "stopped by the test");
        rank.engine().failures().fail(failure);
        assertThrows(CommException.class, () -> rank.await(receive));
        assertSeen("wait false", "end false");
    }

    @Test
    void theEndOfAPeerIsReportedOnce() {
        rank.engine().frames().onPeerDeparted(1);
        assertSeen("1 DEPARTED");
        rank.engine().frames().onPeerLost(2, new IllegalStateException("cut"));
        rank.engine().frames().onPeerLost(2, new IllegalStateException("cut again"));
        rank.engine().frames().onPeerDeparted(2);
        assertSeen("2 FAILED");
    }
}
