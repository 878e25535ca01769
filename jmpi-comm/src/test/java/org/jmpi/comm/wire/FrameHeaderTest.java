package org.jmpi.comm.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Source;
import org.junit.jupiter.api.Test;

class FrameHeaderTest {
    private static final int[] INTS = {0, 1, 2, 127, 128, 255, 256, 0x7FFF_FFFF, 0x8000_0000, -1, -2, 0x0102_0304};
    private static final long[] LENGTHS = {
        0, 1, 0x7FFF_FFFFL, 0x8000_0000L, 0xFFFF_FFFFL, 0x1_0000_0000L, Long.MAX_VALUE, Long.MIN_VALUE, -1
    };
    private static final int[] TYPES = {0, 1, 9, 127, 128, 255};

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

    private final Frame frame = new Words();

    @Test
    void aMessageHeaderGivesBackWhatWasWritten() {
        Random random = new Random(1);
        for (FrameKind kind : FrameKind.values())
            for (int type : TYPES)
                for (int value : INTS)
                    for (long length : LENGTHS) {
                        checkMessage(kind, type, value, pick(random), pick(random), length, pick(random), pick(random));
                        checkMessage(kind, type, pick(random), value, pick(random), length, value, pick(random));
                        checkMessage(kind, type, pick(random), pick(random), value, length, pick(random), value);
                    }
    }

    private static int pick(Random random) {
        return random.nextBoolean() ? INTS[random.nextInt(INTS.length)] : random.nextInt();
    }

    private void checkMessage(
            FrameKind kind, int type, int context, int source, int tag, long length, int sendId, int objects) {
        int eventBits = source & FrameHeader.MOST_EVENT_BITS;
        FrameHeader.message(frame, kind, type, eventBits, context, source, tag, length, sendId, objects);
        assertEquals(kind, FrameHeader.kind(frame.word0));
        assertEquals(type, FrameHeader.type(frame.word0));
        assertEquals(eventBits, FrameHeader.eventBits(frame.word0));
        assertEquals(context, FrameHeader.context(frame.word0));
        assertEquals(source, FrameHeader.source(frame.word1));
        assertEquals(tag, FrameHeader.tag(frame.word1));
        assertEquals(length, FrameHeader.length(frame.word2));
        assertEquals(sendId, FrameHeader.sendId(frame.word3));
        assertEquals(objects, FrameHeader.objects(frame.word3));
    }

    @Test
    void aControlHeaderGivesBackWhatWasWrittenAndNoMore() {
        for (FrameKind kind : FrameKind.values())
            for (long length : LENGTHS)
                for (int sendId : INTS)
                    for (int receiveId : INTS) {
                        FrameHeader.message(frame, FrameKind.EAGER, 255, 0xFFFF, -1, -1, -1, -1, -1, -1);
                        FrameHeader.control(frame, kind, length, sendId, receiveId);
                        assertEquals(kind, FrameHeader.kind(frame.word0));
                        assertEquals(0, FrameHeader.type(frame.word0));
                        assertEquals(0, FrameHeader.eventBits(frame.word0));
                        assertEquals(0, FrameHeader.context(frame.word0));
                        assertEquals(0, frame.word1);
                        assertEquals(length, FrameHeader.length(frame.word2));
                        assertEquals(sendId, FrameHeader.sendId(frame.word3));
                        assertEquals(receiveId, FrameHeader.receiveId(frame.word3));
                    }
    }

    @Test
    void theFieldsLieWhereTheDrawingSays() {
        FrameHeader.message(
                frame,
                FrameKind.REQUEST_TO_SEND,
                0xAB,
                0xCDEF,
                0x11223344,
                0x55667788,
                0x99AABBCC,
                0x0102030405060708L,
                7,
                9);
        assertEquals(0x11223344_CDEF_AB_01L, frame.word0);
        assertEquals(0x99AABBCC_55667788L, frame.word1);
        assertEquals(0x0102030405060708L, frame.word2);
        assertEquals(0x00000009_00000007L, frame.word3);
    }

    @Test
    void theKindThatTransportsMayUseForFramesOfTheirOwnIsNone() {
        assertTrue(FrameKind.values().length < 0xFF);
    }
}
