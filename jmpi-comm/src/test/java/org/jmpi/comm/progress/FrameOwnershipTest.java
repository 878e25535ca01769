package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request lends its frames to the transport, so it is not done, and not used anew, before it has them all back. */
@Timeout(30)
class FrameOwnershipTest {
    private final LoneEngine lone = new LoneEngine(2);
    private final EngineRank rank = lone.rank();

    private Frame next(FrameKind kind) {
        Frame frame = lone.sent().remove(0);
        assertEquals(kind, FrameHeader.kind(frame.word0));
        return frame;
    }

    private void clear(SendRequest send) {
        lone.show(1, LoneEngine.control(FrameKind.CLEAR_TO_SEND, 0, send.id(), 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8192})
    void anEagerSendIsDoneWhenItsFrameHasBeenSent(int bytes) {
        SendRequest send = rank.isend(new byte[bytes], 1, 1);
        Frame frame = next(FrameKind.EAGER);
        assertEquals(bytes > 0, frame.payload() != null);
        assertFalse(send.isDone());
        frame.sent();
        assertTrue(send.isDone());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAnnouncedSendIsDoneWhenBothFramesHaveBeenSent(boolean announcementFirst) {
        SendRequest send = rank.isend(new byte[9000], 1, 1);
        Frame announcement = next(FrameKind.REQUEST_TO_SEND);
        clear(send);
        Frame data = next(FrameKind.DATA);
        (announcementFirst ? announcement : data).sent();
        assertFalse(send.isDone());
        (announcementFirst ? data : announcement).sent();
        assertTrue(send.isDone());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEmptySynchronousSendIsDoneWhenItIsAnsweredAndSent(boolean announcementFirst) {
        SendRequest send = rank.isend(SendMode.SYNCHRONOUS, new byte[0], 1, 1);
        Frame announcement = next(FrameKind.REQUEST_TO_SEND);
        if (announcementFirst) announcement.sent();
        else clear(send);
        assertFalse(send.isDone());
        if (announcementFirst) clear(send);
        else announcement.sent();
        assertTrue(send.isDone());
        assertTrue(lone.sent().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReceiveIsDoneWhenItsDataAreHereAndItsClearToSendHasBeenSent(boolean clearToSendFirst) {
        RecvRequest receive = rank.irecv(new byte[10], 1, 1);
        lone.show(
                1,
                LoneEngine.message(
                        FrameKind.REQUEST_TO_SEND, BasicType.BYTE.ordinal(), EngineRank.CONTEXT, 1, 1, 10, 0));
        Frame clearToSend = next(FrameKind.CLEAR_TO_SEND);
        Frame data = LoneEngine.control(FrameKind.DATA, 10, 0, FrameHeader.receiveId(clearToSend.word3));
        if (clearToSendFirst) clearToSend.sent();
        else lone.show(1, data).end();
        assertFalse(receive.isDone());
        if (clearToSendFirst) lone.show(1, data).end();
        else clearToSend.sent();
        assertTrue(receive.isDone());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReceiveOfAnEmptyAnnouncedMessageIsDoneWhenItsClearToSendHasBeenSent(boolean posted) {
        Frame announcement =
                LoneEngine.message(FrameKind.REQUEST_TO_SEND, BasicType.BYTE.ordinal(), EngineRank.CONTEXT, 1, 1, 0, 0);
        if (!posted) lone.show(1, announcement);
        RecvRequest receive = rank.irecv(new byte[10], 1, 1);
        if (posted) lone.show(1, announcement);
        assertFalse(receive.isDone());
        next(FrameKind.CLEAR_TO_SEND).sent();
        assertTrue(receive.isDone());
        assertEquals(0, receive.bytes());
    }
}
