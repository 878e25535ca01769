package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.request.RecvRequest;
import org.jmpi.comm.request.SendMode;
import org.jmpi.comm.request.SendRequest;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.transport.Source;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A header that no correct peer sends is refused before anything is kept or allocated for it. */
@Timeout(30)
class MalformedFrameTest {
    private static final int BYTE = BasicType.BYTE.ordinal();

    private final EngineRank rank = new EngineRank(0, JmpiConfig.load(new Properties(), Map.of()));
    private final ProgressEngine engine = rank.engine();
    private final List<Frame> sent = new ArrayList<>();

    /** Every frame that the engine sends is noted. */
    @BeforeEach
    void start() {
        engine.start(new PushingTransport(), peer -> sent::add, 3, 3);
    }

    private void assertNothingKept() {
        String text = engine.describe();
        assertTrue(text.contains("nothing awaited, nothing unexpected"), text);
        assertNull(engine.failure());
        assertEquals(List.of(), sent);
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
            throw new UnsupportedOperationException();
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

    private static final class Words extends Frame {
        @Override
        public Source payload() {
            return null;
        }

        @Override
        public void sent() {}

        @Override
        public void failed(Throwable cause) {}
    }

    private static Frame message(FrameKind kind, int type, int context, int source, int tag, long length, int objects) {
        Frame frame = new Words();
        FrameHeader.message(frame, kind, type, context, source, tag, length, 0, objects);
        return frame;
    }

    private static Frame control(FrameKind kind, long length, int sendId, int receiveId) {
        Frame frame = new Words();
        FrameHeader.control(frame, kind, length, sendId, receiveId);
        return frame;
    }

    private Sink show(int peer, Frame frame) {
        return engine.onFrame(peer, frame.word0, frame.word1, frame.word2, frame.word3);
    }

    private void assertRefused(Frame frame, String... parts) {
        assertRefusedFrom(1, frame, parts);
    }

    private void assertRefusedFrom(int peer, Frame frame, String... parts) {
        RuntimeException refusal = assertThrows(RuntimeException.class, () -> show(peer, frame));
        for (String part : parts) assertTrue(refusal.getMessage().contains(part), refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 8, 100, 0xFF})
    void anUnknownKind(int kind) {
        assertThrows(IllegalArgumentException.class, () -> engine.onFrame(1, kind, 0, 0, 0));
        assertNothingKept();
    }

    @ParameterizedTest
    @EnumSource(names = {"EAGER", "REQUEST_TO_SEND"})
    void anEnvelopeThatCannotBe(FrameKind kind) {
        assertRefused(message(kind, BYTE, 0, -1, 0, 1, 0), "source=-1");
        assertRefused(message(kind, BYTE, 0, 3, 0, 1, 0), "source=3");
        assertRefused(message(kind, BYTE, 0, Integer.MAX_VALUE, 0, 1, 0), "source=" + Integer.MAX_VALUE);
        assertRefused(message(kind, BYTE, 0, Integer.MIN_VALUE, 0, 1, 0), "source=" + Integer.MIN_VALUE);
        assertRefused(message(kind, BYTE, -1, 1, 0, 1, 0), "context=-1");
        assertRefused(message(kind, BYTE, 0, 1, -1, 1, 0), "tag=-1");
        assertRefused(message(kind, BYTE, 0, 1, -2, 1, 0), "tag=-2");
        assertRefused(message(kind, BasicType.values().length, 0, 1, 0, 1, 0), "10");
        assertRefused(message(kind, 255, 0, 1, 0, 1, 0), "255");
        assertRefused(message(kind, BasicType.OBJECT.ordinal(), 0, 1, 0, 1, -1), "objects=-1");
        assertNothingKept();
    }

    @Test
    void anEagerLengthBeyondTheLimit() {
        for (long length : new long[] {8193, -1, Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32})
            assertRefused(message(FrameKind.EAGER, BYTE, 0, 1, 0, length, 0), "length=" + length);
        assertNothingKept();
    }

    @Test
    void aNegativeLengthOfAnAnnouncedMessage() {
        for (long length : new long[] {-1, Long.MIN_VALUE})
            assertRefused(message(FrameKind.REQUEST_TO_SEND, BYTE, 0, 1, 0, length, 0), "length=" + length);
        assertNothingKept();
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "9223372036854775807", "-9223372036854775808"})
    void creditThatWasNeverTaken(long bytes) {
        assertRefused(control(FrameKind.CREDIT, bytes, 0, 0), "credit=" + bytes);
        assertNothingKept();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void aRequestThatThereIsNot(int id) {
        assertRefused(control(FrameKind.CLEAR_TO_SEND, 0, id, 0), Integer.toString(id));
        assertRefused(control(FrameKind.DATA, 10, 0, id), Integer.toString(id));
        assertRefused(control(FrameKind.CANCELLED, 0, id, 0), Integer.toString(id));
        assertNothingKept();
    }

    @Test
    void aWithdrawalOfAMessageThatThereIsNot() {
        assertNull(show(1, message(FrameKind.CANCEL, BYTE, 0, 1, 0, 5, 0)));
        assertRefused(message(FrameKind.CANCEL, BYTE, -7, 1, 0, 5, 0), "context=-7");
        assertNothingKept();
    }

    @Test
    void anAnswerFromAnotherPeerThanTheReceiver() {
        SendRequest send = rank.isend(SendMode.SYNCHRONOUS, new byte[] {1, 2}, 2, 1);
        Frame announcement = sent.remove(0);
        assertEquals(FrameKind.REQUEST_TO_SEND, FrameHeader.kind(announcement.word0));
        assertRefused(control(FrameKind.CLEAR_TO_SEND, 0, send.id(), 7), "peer", "2");
        assertRefused(control(FrameKind.CANCELLED, 0, send.id(), 0), "peer", "2");
        assertFalse(send.isDone());
        assertEquals(List.of(), sent);
        show(2, control(FrameKind.CLEAR_TO_SEND, 0, send.id(), 7));
        Frame data = sent.remove(0);
        assertEquals(FrameKind.DATA, FrameHeader.kind(data.word0));
        assertEquals(7, FrameHeader.receiveId(data.word3));
        assertRefusedFrom(2, control(FrameKind.CLEAR_TO_SEND, 0, send.id(), 7), "no request");
        data.sent();
        assertFalse(send.isDone(), "while the transport still has the announcement");
        announcement.sent();
        assertTrue(send.isDone());
        assertNothingKept();
    }

    @Test
    void dataOfAnotherLengthOrFromAnotherPeerThanAnnounced() {
        RecvRequest receive = rank.irecv(new byte[100], 2, 1);
        Frame announcement = new Words();
        FrameHeader.message(
                announcement, FrameKind.REQUEST_TO_SEND, BYTE, EngineRank.CONTEXT, 2, 1, 100, Integer.MAX_VALUE, 0);
        show(2, announcement);
        Frame clearance = sent.remove(0);
        assertEquals(FrameKind.CLEAR_TO_SEND, FrameHeader.kind(clearance.word0));
        assertEquals(Integer.MAX_VALUE, FrameHeader.sendId(clearance.word3));
        int id = FrameHeader.receiveId(clearance.word3);
        assertRefusedFrom(1, control(FrameKind.DATA, 100, 0, id), "peer", "2");
        for (long length : new long[] {0, 99, 101, -100, Long.MAX_VALUE})
            assertRefusedFrom(2, control(FrameKind.DATA, length, 0, id), "length of the data=" + length);
        assertFalse(receive.isDone());
        show(2, control(FrameKind.DATA, 100, 0, id)).end();
        assertFalse(receive.isDone(), "while the transport still has the clearance");
        clearance.sent();
        assertTrue(receive.isDone());
        assertRefusedFrom(2, control(FrameKind.DATA, 100, 0, id), "no request");
        assertNothingKept();
    }

    @Test
    void anAnnouncementOfAnyLengthTakesNoMemoryBeforeItsBytesCome() {
        int object = BasicType.OBJECT.ordinal();
        show(1, message(FrameKind.REQUEST_TO_SEND, object, EngineRank.CONTEXT, 1, 1, Long.MAX_VALUE, 1 << 30));
        assertEquals(Long.MAX_VALUE, rank.iprobe(1, 1).bytes());
        rank.irecv(BasicType.OBJECT, new Object[5], 0, 5, 1, 1);
        int id = FrameHeader.receiveId(sent.remove(0).word3);
        Sink sink = show(1, control(FrameKind.DATA, Long.MAX_VALUE, 0, id));
        assertEquals(Long.MAX_VALUE, sink.bytes());
        sink.unpack(0, ByteBuffer.allocate(100));
        assertNothingKept();
    }
}
