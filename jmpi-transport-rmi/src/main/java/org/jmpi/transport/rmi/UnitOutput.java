package org.jmpi.transport.rmi;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Writes what RMI sends, unit by unit, without what the unit before has said. A unit is what RMI flushes, such as a call or a
 * result, or a part of it that fills the buffer; most begin like the one before, with the exported object, the method and the
 * class of the argument.
 *
 * <pre>
 *   0        1                     1 + n (1 to 5 bytes)
 *   +--------+---------------------+---------- - -
 *   | common | bytes that follow   | rest of the unit
 *   +--------+---------------------+---------- - -
 * </pre>
 *
 * {@code common} is how many bytes at the start, at most {@value #HEAD_BYTES}, are those of the unit before, and are not sent
 * again. The number of bytes that follow has 7 bits in each byte, the lowest first; the highest bit says that more follow.
 *
 * <p>Example: two calls of 80 bytes, of which 65 are alike.
 *
 * <pre>
 *   BEFORE  50 AC ED 00 05 .. 77 bytes .. 07    50 AC ED 00 05 .. 77 bytes .. 08
 *   AFTER   00 50  50 AC ED 00 05 .. 07         41 0F  .. 14 bytes .. 08
 * </pre>
 */
final class UnitOutput extends OutputStream {
    /** How many bytes at the start of a unit are compared with the next one. */
    static final int HEAD_BYTES = 255;

    /** The lowest bits of a byte, and the bit that says that another byte follows. */
    static final int LOW_BITS = 0x7F;

    static final int MORE = 0x80;

    private static final int MOST_PREFIX_BYTES = 6;

    private final OutputStream bare;
    private final byte[] unit;
    private final byte[] head = new byte[HEAD_BYTES];
    private int headBytes;
    private int end = MOST_PREFIX_BYTES;

    /**
     * @param capacity bytes of the longest unit
     */
    UnitOutput(OutputStream bare, int capacity) {
        this.bare = bare;
        unit = new byte[MOST_PREFIX_BYTES + capacity];
    }

    @Override
    public void write(int oneByte) throws IOException {
        write(new byte[] {(byte) oneByte}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        for (int left = length; left > 0; ) {
            int count = Math.min(left, unit.length - end);
            System.arraycopy(bytes, from, unit, end, count);
            end += count;
            from += count;
            left -= count;
            if (end == unit.length) writeUnit();
        }
    }

    @Override
    public void flush() throws IOException {
        if (end > MOST_PREFIX_BYTES) writeUnit();
        bare.flush();
    }

    private void writeUnit() throws IOException {
        int own = Math.min(HEAD_BYTES, end - MOST_PREFIX_BYTES);
        int differs = Arrays.mismatch(head, 0, headBytes, unit, MOST_PREFIX_BYTES, MOST_PREFIX_BYTES + own);
        int common = differs < 0 ? own : differs;
        System.arraycopy(unit, MOST_PREFIX_BYTES, head, 0, own);
        headBytes = own;
        int rest = MOST_PREFIX_BYTES + common;
        int start = putPrefix(rest, common, end - rest);
        bare.write(unit, start, end - start);
        end = MOST_PREFIX_BYTES;
    }

    /** Writes what comes before the rest of a unit into the memory in front of it; returns where that begins. */
    private int putPrefix(int rest, int common, int following) {
        int start = rest - 2;
        for (int more = following >>> 7; more != 0; more >>>= 7) start--;
        unit[start] = (byte) common;
        int left = following;
        for (int at = start + 1; at < rest; at++) {
            unit[at] = (byte) (left & LOW_BITS | (at + 1 < rest ? MORE : 0));
            left >>>= 7;
        }
        return start;
    }
}
