package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;
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

    private final LoneEngine lone = new LoneEngine(3);
    private final EngineRank rank = lone.rank();
    private final ProgressEngine engine = rank.engine();
    private final List<Frame> sent = lone.sent();

    private void assertNothingKept() {
        String text = engine.inbox().describe();
        assertTrue(text.contains("nothing awaited, nothing unexpected"), text);
        assertNull(engine.peers().failure());
        assertEquals(List.of(), sent);
    }

    private void assertRefused(Frame frame, String... parts) {
        assertRefusedFrom(1, frame, parts);
    }

    private void assertRefusedFrom(int peer, Frame frame, String... parts) {
        RuntimeException refusal = assertThrows(RuntimeException.class, () -> lone.show(peer, frame));
        for (String part : parts) assertTrue(refusal.getMessage().contains(part), refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = {23, 100, 0xFF})
    void anUnknownKind(int kind) {
        assertThrows(IllegalArgumentException.class, () -> engine.frames().onFrame(1, kind, 0, 0, 0));
        assertNothingKept();
    }

    @Test
    void aFrameOfALayerThatCannotBe() {
        for (long length : new long[] {-1, 0, 256, Long.MAX_VALUE})
            assertRefused(
                    LoneEngine.control(FrameKind.LAYER_QUERY, length, 0, 0), "length of a layer's frame=" + length);
        for (FrameKind kind : List.of(FrameKind.LAYER_NUMBER, FrameKind.LAYER_FRAME, FrameKind.LAYER_REQUEST))
            for (int layer : new int[] {-1, 0, Integer.MAX_VALUE})
                assertRefused(LoneEngine.message(kind, 0, layer, 0, 0, 10, 0), "no layer has the number " + layer);
        for (FrameKind kind : List.of(FrameKind.LAYER_ANSWER, FrameKind.LONG_ANSWER))
            assertRefused(LoneEngine.control(kind, 10, 7, 0), "no request has the number 7");
        assertRefused(LoneEngine.control(FrameKind.CLEAR_ANSWER, 10, 7, 0), "no answer has the number 7");
        for (int credit : new int[] {-1, 0, 1})
            assertRefused(
                    LoneEngine.message(FrameKind.LAYER_CREDIT, 0, 0, credit, credit < 0 ? -1 : 0, 0, 0),
                    "credit of a layer=" + credit);
        assertNothingKept();
    }

    @Test
    void aRevocationThatCannotBe() {
        for (int context : new int[] {-2, -1, 1})
            assertRefused(LoneEngine.message(FrameKind.REVOCATION, 0, context, 0, 0, 8, 0), "context=" + context);
        for (long length : new long[] {-4, 0, 4, 7, 1L << 40})
            assertRefused(LoneEngine.message(FrameKind.REVOCATION, 0, 0, 0, 0, length, 0), "length=" + length);
        for (byte process : new byte[] {3, 127})
            for (byte[] names : new byte[][] {{0, 0, 0, 0, process, 0, 0, 0}, {process, 0, 0, 0, 1, 0, 0, 0}}) {
                Sink sink = lone.show(1, LoneEngine.message(FrameKind.REVOCATION, 0, 0, 0, 0, 8, 0));
                sink.unpack(0, ByteBuffer.wrap(names));
                assertThrows(IllegalArgumentException.class, sink::end);
            }
        assertNothingKept();
    }

    @ParameterizedTest
    @EnumSource(names = {"FAILURE", "ABORT"})
    void aNoticeOfAnImpossibleRankOrLength(FrameKind kind) {
        assertRefused(LoneEngine.message(kind, 0, 0, -1, 0, 10, 0), "source=-1");
        assertRefused(LoneEngine.message(kind, 0, 0, 9, 0, 10, 0), "source=9");
        assertRefused(LoneEngine.message(kind, 0, 0, 0, 0, 1 << 30, 1 << 28), "failed ranks=" + (1 << 28));
        assertRefused(LoneEngine.message(kind, 0, 0, 0, 0, 10, -1), "failed ranks=-1");
        assertRefused(LoneEngine.message(kind, 0, 0, 0, 0, 1 << 30, 1), "length of a notice=" + (1 << 30));
        assertRefused(LoneEngine.message(kind, 0, 0, 0, 0, 4, 1), "length of a notice=4");
        Sink sink = lone.show(1, LoneEngine.message(kind, 0, 0, 0, 0, 5, 1));
        sink.unpack(0, ByteBuffer.wrap(new byte[] {99, 0, 0, 0, 'x'}));
        assertThrows(IllegalArgumentException.class, sink::end);
        assertNothingKept();
        assertNull(engine.peers().failure());
    }

    @ParameterizedTest
    @EnumSource(names = {"EAGER", "REQUEST_TO_SEND"})
    void anEnvelopeThatCannotBe(FrameKind kind) {
        assertRefused(LoneEngine.message(kind, BYTE, 0, -1, 0, 1, 0), "source=-1");
        assertRefused(LoneEngine.message(kind, BYTE, 0, 3, 0, 1, 0), "source=3");
        assertRefused(LoneEngine.message(kind, BYTE, 0, Integer.MAX_VALUE, 0, 1, 0), "source=" + Integer.MAX_VALUE);
        assertRefused(LoneEngine.message(kind, BYTE, 0, Integer.MIN_VALUE, 0, 1, 0), "source=" + Integer.MIN_VALUE);
        assertRefused(LoneEngine.message(kind, BYTE, -1, 1, 0, 1, 0), "context=-1");
        assertRefused(LoneEngine.message(kind, BYTE, 0, 1, -1, 1, 0), "tag=-1");
        assertRefused(LoneEngine.message(kind, BYTE, 0, 1, -2, 1, 0), "tag=-2");
        assertRefused(LoneEngine.message(kind, BasicType.values().length, 0, 1, 0, 1, 0), "11");
        assertRefused(LoneEngine.message(kind, 255, 0, 1, 0, 1, 0), "255");
        assertRefused(LoneEngine.message(kind, BasicType.OBJECT.ordinal(), 0, 1, 0, 1, -1), "objects=-1");
        assertNothingKept();
    }

    @Test
    void anEagerLengthBeyondTheLimit() {
        for (long length : new long[] {8193, -1, Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32})
            assertRefused(LoneEngine.message(FrameKind.EAGER, BYTE, 0, 1, 0, length, 0), "length=" + length);
        assertNothingKept();
    }

    @Test
    void aNegativeLengthOfAnAnnouncedMessage() {
        for (long length : new long[] {-1, Long.MIN_VALUE})
            assertRefused(LoneEngine.message(FrameKind.REQUEST_TO_SEND, BYTE, 0, 1, 0, length, 0), "length=" + length);
        assertNothingKept();
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "9223372036854775807", "-9223372036854775808"})
    void creditThatWasNeverTaken(long bytes) {
        assertRefused(LoneEngine.control(FrameKind.CREDIT, bytes, 0, 0), "credit=" + bytes);
        assertNothingKept();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void aRequestThatThereIsNot(int id) {
        assertRefused(LoneEngine.control(FrameKind.CLEAR_TO_SEND, 0, id, 0), Integer.toString(id));
        assertRefused(LoneEngine.control(FrameKind.DATA, 10, 0, id), Integer.toString(id));
        assertRefused(LoneEngine.control(FrameKind.CANCELLED, 0, id, 0), Integer.toString(id));
        assertNothingKept();
    }

    @Test
    void aWithdrawalOfAMessageThatThereIsNot() {
        assertNull(lone.show(1, LoneEngine.message(FrameKind.CANCEL, BYTE, 0, 1, 0, 5, 0)));
        assertRefused(LoneEngine.message(FrameKind.CANCEL, BYTE, -7, 1, 0, 5, 0), "context=-7");
        assertNothingKept();
    }

    @Test
    void anAnswerFromAnotherPeerThanTheReceiver() {
        SendRequest send = rank.isend(SendMode.SYNCHRONOUS, new byte[] {1, 2}, 2, 1);
        assertEquals(FrameKind.REQUEST_TO_SEND, FrameHeader.kind(lone.nextSent().word0));
        assertRefused(LoneEngine.control(FrameKind.CLEAR_TO_SEND, 0, send.id(), 7), "peer", "2");
        assertRefused(LoneEngine.control(FrameKind.CANCELLED, 0, send.id(), 0), "peer", "2");
        assertFalse(send.isDone());
        assertEquals(List.of(), sent);
        lone.show(2, LoneEngine.control(FrameKind.CLEAR_TO_SEND, 0, send.id(), 7));
        Frame data = sent.remove(0);
        assertEquals(FrameKind.DATA, FrameHeader.kind(data.word0));
        assertEquals(7, FrameHeader.receiveId(data.word3));
        assertRefusedFrom(2, LoneEngine.control(FrameKind.CLEAR_TO_SEND, 0, send.id(), 7), "no request");
        assertFalse(send.isDone());
        data.sent();
        assertTrue(send.isDone());
        assertNothingKept();
    }

    @Test
    void dataOfAnotherLengthOrFromAnotherPeerThanAnnounced() {
        RecvRequest receive = rank.irecv(new byte[100], 2, 1);
        Frame announcement = new LoneEngine.Words();
        FrameHeader.message(
                announcement, FrameKind.REQUEST_TO_SEND, BYTE, 0, EngineRank.CONTEXT, 2, 1, 100, Integer.MAX_VALUE, 0);
        lone.show(2, announcement);
        Frame clearance = lone.nextSent();
        assertEquals(FrameKind.CLEAR_TO_SEND, FrameHeader.kind(clearance.word0));
        assertEquals(Integer.MAX_VALUE, FrameHeader.sendId(clearance.word3));
        int id = FrameHeader.receiveId(clearance.word3);
        assertRefusedFrom(1, LoneEngine.control(FrameKind.DATA, 100, 0, id), "peer", "2");
        for (long length : new long[] {0, 99, 101, -100, Long.MAX_VALUE})
            assertRefusedFrom(2, LoneEngine.control(FrameKind.DATA, length, 0, id), "length of the data=" + length);
        assertFalse(receive.isDone());
        lone.show(2, LoneEngine.control(FrameKind.DATA, 100, 0, id)).end();
        assertTrue(receive.isDone());
        assertRefusedFrom(2, LoneEngine.control(FrameKind.DATA, 100, 0, id), "no request");
        assertNothingKept();
    }

    @Test
    void anAnnouncementOfAnyLengthTakesNoMemoryBeforeItsBytesCome() {
        int object = BasicType.OBJECT.ordinal();
        lone.show(
                1,
                LoneEngine.message(
                        FrameKind.REQUEST_TO_SEND, object, EngineRank.CONTEXT, 1, 1, Long.MAX_VALUE, 1 << 30));
        assertEquals(Long.MAX_VALUE, rank.iprobe(1, 1).bytes());
        rank.irecv(BasicType.OBJECT, new Object[5], 0, 5, 1, 1);
        int id = FrameHeader.receiveId(sent.remove(0).word3);
        Sink sink = lone.show(1, LoneEngine.control(FrameKind.DATA, Long.MAX_VALUE, 0, id));
        assertEquals(Long.MAX_VALUE, sink.bytes());
        sink.unpack(0, ByteBuffer.allocate(100));
        assertNothingKept();
    }
}
