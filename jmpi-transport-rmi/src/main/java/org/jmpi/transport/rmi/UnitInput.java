package org.jmpi.transport.rmi;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Reads what {@link UnitOutput} wrote. */
final class UnitInput extends InputStream {
    private static final int LONGEST_SHIFT = 28;

    private final InputStream in;
    private final byte[] head = new byte[UnitOutput.HEAD_BYTES];
    private int headBytes;

    /** The next byte of the head to be shown. */
    private int shown;

    /** Bytes of the unit behind its head that are still to be read. */
    private int behind;

    /**
     * @param in buffered
     */
    UnitInput(InputStream in) {
        this.in = in;
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
        int count = in.read(bytes, offset, Math.min(length, behind));
        if (count < 0) throw new EOFException("the connection ended inside a unit");
        behind -= count;
        return count;
    }

    /** Reads up to the end of the next unit's head; returns false at the end of the stream. */
    private boolean begin() throws IOException {
        int common = in.read();
        if (common < 0) return false;
        if (common > headBytes)
            throw new IOException("a unit begins with " + common + " bytes of one that had " + headBytes);
        int following = readLength();
        int more = Math.min(following, head.length - common);
        if (in.readNBytes(head, common, more) < more) throw new EOFException("the connection ended inside a unit");
        headBytes = common + more;
        shown = 0;
        behind = following - more;
        return true;
    }

    private int readLength() throws IOException {
        int length = 0;
        for (int shift = 0; shift <= LONGEST_SHIFT; shift += 7) {
            int part = in.read();
            if (part < 0) throw new EOFException("the connection ended inside a unit");
            length |= (part & UnitOutput.LOW_BITS) << shift;
            if ((part & UnitOutput.MORE) == 0) {
                if (length < 0) break;
                return length;
            }
        }
        throw new IOException("the length of a unit is none");
    }
}
