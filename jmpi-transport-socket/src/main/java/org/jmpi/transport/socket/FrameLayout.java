package org.jmpi.transport.socket;

import java.nio.ByteBuffer;
import org.jmpi.comm.transport.Frame;

/**
 * A frame on a connection: four words, little-endian, then the payload. Frames follow each other without a gap, and the
 * length of the payload is not repeated here: it follows from the words, and {@code Sink.bytes} returns it.
 *
 * <pre>
 *   0       8       16      24      32
 *   +-------+-------+-------+-------+--------- - -
 *   | word0 | word1 | word2 | word3 | payload
 *   +-------+-------+-------+-------+--------- - -
 * </pre>
 *
 * The last header before the end of the stream is the departure: every bit of its four words is set. A connect request
 * has all bits of word0 and word3 set, the rank that is asked to connect in word1, and the rank to which it is to
 * connect in word2. The protocols send neither, since the lowest byte of word0 is the frame's kind and 0xFF is none.
 */
final class FrameLayout {
    /**
     * The shortest payload, in bytes, that goes from and to memory of the program without a copy, if that is native.
     */
    static final int LEAST_UNCOPIED = 64 << 10;

    private static final long ALL_BITS = -1;

    private FrameLayout() {}

    static void putHeader(Frame frame, ByteBuffer out) {
        out.putLong(frame.word0);
        out.putLong(frame.word1);
        out.putLong(frame.word2);
        out.putLong(frame.word3);
    }

    static void markDeparture(Frame frame) {
        frame.word0 = ALL_BITS;
        frame.word1 = ALL_BITS;
        frame.word2 = ALL_BITS;
        frame.word3 = ALL_BITS;
    }

    static void markConnectRequest(Frame frame, int asked, int from) {
        frame.word0 = ALL_BITS;
        frame.word1 = asked;
        frame.word2 = from;
        frame.word3 = ALL_BITS;
    }

    /** Whether a header that is no departure is a connect request. */
    static boolean isConnectRequest(long word0, long word3) {
        return (word0 & word3) == ALL_BITS;
    }

    static boolean isDeparture(long word0, long word1, long word2, long word3) {
        return (word0 & word1 & word2 & word3) == ALL_BITS;
    }
}
