package org.jmpi.transport.rmi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.rmi.RemoteException;
import org.jmpi.comm.transport.Frame;

/**
 * The arguments of a remote call: a piece of the stream of frames from one rank to another, little-endian.
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
 *
 * <p>A batch of at most {@value #SHORTEST} or {@value #SHORT} bytes is the end of 4 or 8 words, with its length in front of them.
 * What comes before it in the words is 0, and so the same in the next call:
 *
 * <pre>
 *   0        1                  33 - n                     33
 *   +--------+--------- - - ----+------+----------+--------+
 *   |   n    |  0               | from | sequence | ...    |      n bytes
 *   +--------+--------- - - ----+------+----------+--------+
 * </pre>
 */
final class BatchLayout {
    static final int PREFIX_BYTES = 8;
    static final int ELEMENT = Long.BYTES;

    /** So long that a call's cost is small beside it; G1, too, prefers few such arrays to many shorter ones. */
    static final int MOST_PAYLOAD_BYTES = 1 << 20;

    /** The longest batch: one message with its payload. */
    static final int LONGEST = PREFIX_BYTES + Envelopes.MOST_BYTES + MOST_PAYLOAD_BYTES;

    /** The longest batches that are words, in bytes. */
    static final int SHORTEST = 4 * Long.BYTES;

    static final int SHORT = 8 * Long.BYTES;

    private static final long DEPARTURE = -1;

    private BatchLayout() {}

    static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static ByteBuffer wrap(byte[] batch) {
        return ByteBuffer.wrap(batch).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Returns the batch at the end of words.
     *
     * @throws RemoteException if it is longer than they are, or has no length
     */
    static ByteBuffer ofWords(int length, long... words) throws RemoteException {
        ByteBuffer batch = ByteBuffer.allocate(words.length * Long.BYTES);
        for (long word : words) batch.putLong(word);
        if (length < 0 || length > batch.limit())
            throw new RemoteException("a batch of " + length + " bytes in " + batch.limit());
        return batch.position(batch.limit() - length).order(ByteOrder.LITTLE_ENDIAN);
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
