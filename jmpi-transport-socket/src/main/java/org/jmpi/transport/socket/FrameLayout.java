package org.jmpi.transport.socket;

import java.nio.ByteBuffer;
import org.jmpi.comm.transport.Frame;

/**
 * A frame on a connection: four words, little-endian, then the payload. Frames follow each other without a gap, and the
 * length of the payload is not repeated here: it follows from the words, and {@code Sink.bytes} tells it.
 *
 * <pre>
 *   0       8       16      24      32
 *   +-------+-------+-------+-------+--------- - -
 *   | word0 | word1 | word2 | word3 | payload
 *   +-------+-------+-------+-------+--------- - -
 * </pre>
 *
 * The last header before the end of the stream is the departure: every bit of its four words is set. The protocols never
 * send that, since the lowest byte of word0 is the frame's kind and 0xFF is none. A connect request has 0xFF in word0, the
 * rank that is asked to connect in word1, and the rank to which it is asked to connect in word2.
 */
final class FrameLayout {
    private static final long DEPARTURE = -1;
    private static final long CONNECT_REQUEST = 0xFF;

    private FrameLayout() {}

    static void putHeader(Frame frame, ByteBuffer out) {
        out.putLong(frame.word0);
        out.putLong(frame.word1);
        out.putLong(frame.word2);
        out.putLong(frame.word3);
    }

    static void markDeparture(Frame frame) {
        frame.word0 = DEPARTURE;
        frame.word1 = DEPARTURE;
        frame.word2 = DEPARTURE;
        frame.word3 = DEPARTURE;
    }

    static void markConnectRequest(Frame frame, int asked, int from) {
        frame.word0 = CONNECT_REQUEST;
        frame.word1 = asked;
        frame.word2 = from;
        frame.word3 = 0;
    }

    static boolean isConnectRequest(long word0) {
        return word0 == CONNECT_REQUEST;
    }

    static boolean isDeparture(long word0, long word1, long word2, long word3) {
        return (word0 & word1 & word2 & word3) == DEPARTURE;
    }
}
