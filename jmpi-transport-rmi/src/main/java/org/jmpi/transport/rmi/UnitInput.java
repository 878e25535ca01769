package org.jmpi.transport.rmi;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Reads what {@link UnitOutput} wrote, through a buffer. */
final class UnitInput extends InputStream {
    private static final int LONGEST_SHIFT = 28;

    private final InputStream bare;
    private final byte[] buffer;

    /** What the buffer holds: from the next byte to be looked at. */
    private int next;

    private int end;

    private final byte[] head = new byte[UnitOutput.HEAD_BYTES];
    private int headBytes;

    /** The next byte of the head to be shown. */
    private int shown;

    /** Bytes of the unit behind its head that are still to be read. */
    private int behind;

    /**
     * @param capacity bytes of the buffer
     */
    UnitInput(InputStream bare, int capacity) {
        this.bare = bare;
        buffer = new byte[capacity];
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) return 0;
        while (shown == headBytes && behind == 0) if (!begin()) return -1;
        if (shown < headBytes) {
            int count = Math.min(length, headBytes - shown);
            System.arraycopy(head, shown, bytes, offset, count);
            shown += count;
            return count;
        }
        int count = take(bytes, offset, Math.min(length, behind));
        behind -= count;
        return count;
    }

    @Override
    public int available() throws IOException {
        int held = headBytes - shown + end - next;
        return held > 0 ? held : bare.available();
    }

    /** Reads up to the end of the next unit's head; returns false at the end of the stream. */
    private boolean begin() throws IOException {
        if (!hasNext()) return false;
        int common = takeByte();
        if (common > headBytes)
            throw new IOException("a unit begins with " + common + " bytes of one that had " + headBytes);
        int following = takeLength();
        headBytes = common + Math.min(following, head.length - common);
        for (int at = common; at < headBytes; ) at += take(head, at, headBytes - at);
        shown = 0;
        behind = following - (headBytes - common);
        return true;
    }

    private int takeLength() throws IOException {
        int length = 0;
        for (int shift = 0; shift <= LONGEST_SHIFT; shift += 7) {
            int part = takeByte();
            length |= (part & UnitOutput.LOW_BITS) << shift;
            if ((part & UnitOutput.MORE) == 0) {
                if (length < 0) break;
                return length;
            }
        }
        throw new IOException("the length of a unit is none");
    }

    // ---- The connection's bytes ----

    /** Fills the buffer if it is empty; returns false at the end of the stream. */
    private boolean hasNext() throws IOException {
        if (next < end) return true;
        next = 0;
        end = Math.max(0, bare.read(buffer, 0, buffer.length));
        return end > 0;
    }

    private int takeByte() throws IOException {
        if (!hasNext()) throw ended();
        return buffer[next++] & 0xFF;
    }

    /** Takes at least one byte; what fills the buffer does not go through it. */
    private int take(byte[] bytes, int offset, int length) throws IOException {
        if (next == end && length >= buffer.length) {
            int count = bare.read(bytes, offset, length);
            if (count < 0) throw ended();
            return count;
        }
        if (!hasNext()) throw ended();
        int count = Math.min(length, end - next);
        System.arraycopy(buffer, next, bytes, offset, count);
        next += count;
        return count;
    }

    private static EOFException ended() {
        return new EOFException("the connection ended inside a unit");
    }
}
