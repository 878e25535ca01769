package org.jmpi.transport.rmi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jmpi.comm.transport.Frame;

/**
 * The frames of one remote call: a piece of the stream of frames from one rank to another, little-endian.
 *
 * <pre>
 *   0        8        16       24       32
 *   +--------+--------+--------+--------+---------+--------+---- - -
 *   | word0  | word1  | word2  | word3  | payload | word0  | word1
 *   +--------+--------+--------+--------+---------+--------+---- - -
 * </pre>
 *
 * A payload that does not fit continues at the start of the next call. All its pieces except the last are multiples of
 * {@value #ELEMENT} bytes. A header is never cut. The header determines the length of the payload.
 */
final class BatchLayout {
    static final int ELEMENT = Long.BYTES;

    /** The longest payload of one call. The fixed cost of a call is small beside it. */
    static final int MOST_PAYLOAD_BYTES = 1 << 20;

    /** The longest batch: one frame with its payload. */
    static final int LONGEST = Frame.HEADER_BYTES + MOST_PAYLOAD_BYTES;

    private BatchLayout() {}

    static ByteBuffer wrap(byte[] batch) {
        return ByteBuffer.wrap(batch).order(ByteOrder.LITTLE_ENDIAN);
    }
}
