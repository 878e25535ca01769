package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.events.Unreceived;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What still comes from a peer that has failed is dropped. */
class FailedPeerTest {
    private static final int BYTE = BasicType.BYTE.ordinal();

    private final LoneEngine engine = new LoneEngine(3);

    @BeforeEach
    void fail() {
        engine.rank().engine().frames().onPeerLost(1, new IOException("connection was reset"));
        engine.sent().clear();
    }

    private static Frame eager(int source, int bytes) {
        return LoneEngine.message(FrameKind.EAGER, BYTE, EngineRank.CONTEXT, source, 7, bytes, 0);
    }

    private List<Integer> unreceived() {
        return engine.rank().engine().inbox().unreceived().stream()
                .map(Unreceived::peer)
                .toList();
    }

    private void show(int peer, int bytes) {
        Sink sink = engine.show(peer, eager(peer, bytes));
        if (bytes == 0) {
            assertNull(sink);
            return;
        }
        assertEquals(bytes, sink.bytes());
        ByteBuffer chunk = ByteBuffer.allocate(bytes);
        sink.unpack(0, chunk);
        assertEquals(0, chunk.remaining());
        sink.end();
    }

    @Test
    void itsMessagesAreDroppedWithTheirPayloads() {
        show(1, 0);
        show(1, 100);
        show(2, 100);
        assertEquals(List.of(2), unreceived());
        assertEquals(List.of(), engine.sent());
    }

    @ParameterizedTest
    @EnumSource(names = {"CLEAR_TO_SEND", "CREDIT", "CANCELLED", "WAKE"})
    void itsControlFramesAreDropped(FrameKind kind) {
        assertNull(engine.show(1, LoneEngine.control(kind, 0, 9, 9)));
        assertEquals(List.of(), engine.sent());
    }

    @ParameterizedTest
    @EnumSource(names = {"DATA", "FAILURE", "ABORT"})
    void otherPayloadsAreDroppedUnread(FrameKind kind) {
        Frame frame = LoneEngine.control(kind, 1L << 40, 0, 9);
        assertEquals(1L << 40, engine.show(1, frame).bytes());
    }

    @Test
    void aLengthThatCannotBeIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> engine.show(1, eager(1, -1)));
    }

    @Test
    void itsHeartbeatIsAnsweredByTheNoticeOfItsFailure() {
        assertNull(engine.show(1, LoneEngine.control(FrameKind.HEARTBEAT, 0, 1, 0)));
        Frame notice = engine.nextSent();
        assertEquals(FrameKind.FAILURE, FrameHeader.kind(notice.word0));
        assertEquals(0, FrameHeader.source(notice.word1));
        assertEquals(List.of(), engine.sent());
    }
}
