package org.jmpi.comm.window;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jmpi.comm.datatype.Segment;

/**
 * The payload of a frame that accesses a target's memory: which of the items' bytes, and the operands.
 *
 * <pre>
 *  0      8       16         24       28   32      36     40
 * +------+-------+----------+--------+----+-------+------+----------------------+
 * | disp | count | position | layout | op | bytes | free | operands, packed ... |
 * +------+-------+----------+--------+----+-------+------+----------------------+
 * </pre>
 *
 * <p>All little-endian. Position and bytes are those of a part of the packed items; several frames carry a long access.
 *
 * @param layoutNumber of the layout: see {@link Layouts}
 * @param op the number of the operator
 */
record AccessFrame(long disp, long count, int layoutNumber, int op, long position, int bytes) {
    static final int HEADER = 40;

    /** The longest part, in bytes: longer ones keep no less of the frame's cost, and more memory. */
    private static final int MOST_BYTES = 256 << 10;

    /** The bytes of two elements of the greatest width: a part has a whole number of pairs. */
    private static final int PAIR = 16;

    static AccessFrame of(TargetItems items, int layoutNumber, int op, long position, int bytes) {
        return new AccessFrame(items.disp(), items.count(), layoutNumber, op, position, bytes);
    }

    /** Returns how many bytes of items a frame has at most. */
    static int mostBytes(int longestPayload) {
        return Math.min(MOST_BYTES, longestPayload - HEADER) / PAIR * PAIR;
    }

    /** Returns the frame's payload without operands. */
    ByteBuffer alone() {
        return header(0).flip();
    }

    /** Returns the frame's payload with its part of each operand. */
    ByteBuffer with(Segment... operands) {
        ByteBuffer frame = header(bytes * operands.length);
        for (int i = 0; i < operands.length; i++) {
            frame.limit(HEADER + (i + 1) * bytes);
            operands[i].pack(position, frame);
        }
        return frame.flip();
    }

    private ByteBuffer header(int more) {
        ByteBuffer frame = ByteBuffer.allocate(HEADER + more).order(ByteOrder.LITTLE_ENDIAN);
        frame.putLong(disp).putLong(count).putLong(position);
        return frame.putInt(layoutNumber).putInt(op).putInt(bytes).putInt(0);
    }

    /**
     * Returns the frame of a payload, whose position is at the operands afterwards.
     *
     * @throws IllegalArgumentException if no correct rank sends such
     */
    static AccessFrame read(ByteBuffer payload) {
        payload.order(ByteOrder.LITTLE_ENDIAN);
        if (payload.remaining() < HEADER) throw new IllegalArgumentException("no access: " + payload);
        AccessFrame frame = new AccessFrame(
                payload.getLong(0),
                payload.getLong(8),
                payload.getInt(24),
                payload.getInt(28),
                payload.getLong(16),
                payload.getInt(32));
        payload.position(HEADER);
        return frame;
    }
}
