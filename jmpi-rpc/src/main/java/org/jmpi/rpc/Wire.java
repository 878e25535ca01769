package org.jmpi.rpc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jmpi.comm.datatype.EncodedOutput;

/** The bytes of a call or of an answer: little-endian, growing up to a limit. */
final class Wire extends EncodedOutput {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int FIRST = 64;

    /** The most bytes that a thread keeps for its next call. */
    private static final int KEPT = 1 << 20;

    private byte[] bytes = new byte[FIRST];
    private int length;
    private int limit;

    /** Where the objects begin: a codec may begin anew. */
    private int mark;

    /** @param limit the most bytes */
    Wire(int limit) {
        this.limit = limit;
    }

    Wire clear(int newLimit) {
        length = 0;
        limit = newLimit;
        return this;
    }

    boolean isWorthKeeping() {
        return bytes.length <= KEPT;
    }

    /** More bytes than a call or an answer may have. */
    static final class Overflow extends RuntimeException {
        private static final long serialVersionUID = 1;

        Overflow(int limit) {
            super("more than " + limit + " bytes: pass less at a time, use a RemoteArray for long arrays,"
                    + " or raise the setting jmpi.eager.window");
        }
    }

    /** Returns what has been written; null if there is nothing. */
    ByteBuffer payload() {
        return length == 0 ? null : ByteBuffer.wrap(bytes, 0, length);
    }

    /** Makes room, and returns where it begins. */
    private int grow(long more) {
        int at = length;
        long needed = at + more;
        if (needed > limit) throw new Overflow(limit);
        if (needed > bytes.length) bytes = Arrays.copyOf(bytes, (int) Math.min(limit, Math.max(needed, 2L * at)));
        length = (int) needed;
        return at;
    }

    /** Writes the lower bytes of a word. */
    void putBits(long bits, int width) {
        int at = grow(width);
        if (width == Long.BYTES) {
            LONGS.set(bytes, at, bits);
            return;
        }
        for (int i = 0; i < width; i++) bytes[at + i] = (byte) (bits >>> Byte.SIZE * i);
    }

    void putLong(long value) {
        putBits(value, Long.BYTES);
    }

    void putInt(int value) {
        putBits(value, Integer.BYTES);
    }

    /** Writes a text, or null. */
    void putText(String text) {
        if (text == null) {
            putInt(-1);
            return;
        }
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        putInt(encoded.length);
        write(encoded, 0, encoded.length);
    }

    /** Returns a buffer for bytes that follow, to be filled. */
    ByteBuffer room(long count) {
        int at = grow(count);
        return ByteBuffer.wrap(bytes, at, (int) count).slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Notes that a codec begins to write here. */
    void mark() {
        mark = length;
    }

    @Override
    public void restart() {
        length = mark;
    }

    @Override
    public void write(int one) {
        putBits(one, 1);
    }

    @Override
    public void write(byte[] from, int offset, int count) {
        int at = grow(count);
        System.arraycopy(from, offset, bytes, at, count);
    }

    // ---- reading ----

    /** Reads the lower bytes of a word; the upper ones are 0. */
    static long bits(ByteBuffer from, int width) {
        if (width == Long.BYTES) return from.getLong();
        long bits = 0;
        for (int i = 0; i < width; i++) bits |= (from.get() & 0xFFL) << Byte.SIZE * i;
        return bits;
    }

    /** Reads a text, or null. */
    static String text(ByteBuffer from) {
        int count = count(from, 1);
        if (count < 0) return null;
        byte[] encoded = new byte[count];
        from.get(encoded);
        return new String(encoded, StandardCharsets.UTF_8);
    }

    /** Reads a number of elements that follow; -1 stands for null. */
    static int count(ByteBuffer from, int width) {
        int count = from.getInt();
        if (count < -1 || (long) count * width > from.remaining())
            throw new IllegalArgumentException("length in a call=" + count);
        return count;
    }
}
