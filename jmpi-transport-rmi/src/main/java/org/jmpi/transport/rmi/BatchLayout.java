package org.jmpi.transport.rmi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jmpi.comm.transport.Frame;

/**
 * The argument of a remote call: a piece of the stream of frames from one rank to another, little-endian.
 *
 * <pre>
 *   0      4          8
 *   +------+----------+----------+-------------+----------+---- - -
 *   | from | sequence | envelope | payload     | envelope | payload
 *   +------+----------+----------+-------------+----------+---- - -
 * </pre>
 *
 * The calls of one sender are numbered from 0 on. A payload that does not fit goes on right behind the sequence number of the
 * next call; all but its last piece are whole multiples of {@value #ELEMENT} bytes, and envelopes are never cut. The length of
 * a payload is not repeated: it follows from the envelope, which is the header in fewer bytes ({@link Envelopes}). A batch
 * without frames asks whether the receiver is alive. The last envelope of a rank that departs in an orderly way has every
 * bit of its four words set.
 */
final class BatchLayout {
    static final int PREFIX_BYTES = 8;
    static final int ELEMENT = Long.BYTES;

    /** The longest batch: small enough for any collector's young generation, long enough that a call's cost is small. */
    static final int LONGEST = PREFIX_BYTES + (256 << 10);

    private static final long DEPARTURE = -1;

    private BatchLayout() {}

    static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static ByteBuffer wrap(byte[] batch) {
        return ByteBuffer.wrap(batch).order(ByteOrder.LITTLE_ENDIAN);
    }

    static void markDeparture(Frame frame) {
        frame.word0 = DEPARTURE;
        frame.word1 = DEPARTURE;
        frame.word2 = DEPARTURE;
        frame.word3 = DEPARTURE;
    }

    static boolean isDeparture(long[] words) {
        return (words[0] & words[1] & words[2] & words[3]) == DEPARTURE;
    }
}
