package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.io.Input;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads arrays by whole buffers, and takes no memory for a length before it has seen that so many bytes are there.
 *
 * <p>A string is one varint, 0 for null, else its length in characters, doubled, plus 2 if it has characters above 0xFF, plus
 * 1; then its characters, in one byte each or in two.
 */
final class BulkInput extends Input {
    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int BUFFER = 64 << 10;

    private final ByteBuffer bytes;
    private final long mostElements;

    /** @param mostElements how many elements an array may have */
    BulkInput(long mostElements) {
        super(BUFFER);
        this.mostElements = mostElements;
        bytes = ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Reads how many elements follow, of at least one byte each. */
    int readLength() {
        return checked(readVarInt(true), 1);
    }

    private int checked(int length, int width) {
        if (length > mostElements) throw new KryoException(length + " elements are more than maxarray=" + mostElements);
        checkThere(length, width);
        return length;
    }

    private void checkThere(long length, int width) {
        long there = bytesThere();
        if (length < 0 || length > there / width)
            throw new KryoException("length of " + length + " in a message of which " + there + " bytes are left");
    }

    private long bytesThere() {
        try {
            return limit - position + (long) inputStream.available();
        } catch (IOException e) {
            throw new KryoException(e);
        }
    }

    /** Returns how many elements of so many bytes are in the buffer, one at least. */
    private int ready(int width) {
        int there = require(width);
        bytes.position(position);
        return there / width;
    }

    @Override
    public long readLong() {
        require(Long.BYTES);
        long value = (long) LONG.get(buffer, position);
        position += Long.BYTES;
        return value;
    }

    @Override
    public double readDouble() {
        return Double.longBitsToDouble(readLong());
    }

    @Override
    public byte[] readBytes(int length) {
        return super.readBytes(checked(length, 1));
    }

    @Override
    public double[] readDoubles(int length) {
        double[] array = new double[checked(length, Double.BYTES)];
        for (int done = 0; done < length; ) {
            int n = Math.min(length - done, ready(Double.BYTES));
            bytes.asDoubleBuffer().get(array, done, n);
            position += n * Double.BYTES;
            done += n;
        }
        return array;
    }

    @Override
    public long[] readLongs(int length) {
        long[] array = new long[checked(length, Long.BYTES)];
        for (int done = 0; done < length; ) {
            int n = Math.min(length - done, ready(Long.BYTES));
            bytes.asLongBuffer().get(array, done, n);
            position += n * Long.BYTES;
            done += n;
        }
        return array;
    }

    @Override
    public long[] readLongs(int length, boolean optimizePositive) {
        return readLongs(length);
    }

    @Override
    public int[] readInts(int length) {
        int[] array = new int[checked(length, Integer.BYTES)];
        for (int done = 0; done < length; ) {
            int n = Math.min(length - done, ready(Integer.BYTES));
            bytes.asIntBuffer().get(array, done, n);
            position += n * Integer.BYTES;
            done += n;
        }
        return array;
    }

    @Override
    public int[] readInts(int length, boolean optimizePositive) {
        return readInts(length);
    }

    @Override
    public float[] readFloats(int length) {
        float[] array = new float[checked(length, Float.BYTES)];
        for (int done = 0; done < length; ) {
            int n = Math.min(length - done, ready(Float.BYTES));
            bytes.asFloatBuffer().get(array, done, n);
            position += n * Float.BYTES;
            done += n;
        }
        return array;
    }

    @Override
    public short[] readShorts(int length) {
        short[] array = new short[checked(length, Short.BYTES)];
        for (int done = 0; done < length; ) {
            int n = Math.min(length - done, ready(Short.BYTES));
            bytes.asShortBuffer().get(array, done, n);
            position += n * Short.BYTES;
            done += n;
        }
        return array;
    }

    @Override
    public char[] readChars(int length) {
        return readCharacters(checked(length, Character.BYTES));
    }

    private char[] readCharacters(int length) {
        char[] array = new char[length];
        for (int done = 0; done < length; ) {
            int n = Math.min(length - done, ready(Character.BYTES));
            bytes.asCharBuffer().get(array, done, n);
            position += n * Character.BYTES;
            done += n;
        }
        return array;
    }

    @Override
    public boolean[] readBooleans(int length) {
        boolean[] array = new boolean[checked(length, 1)];
        for (int done = 0; done < length; ) {
            int n = Math.min(length - done, ready(1));
            for (int i = 0; i < n; i++) array[done + i] = buffer[position + i] != 0;
            position += n;
            done += n;
        }
        return array;
    }

    @Override
    public String readString() {
        long coded = readVarLong(true) - 1;
        if (coded == -1) return null;
        long length = coded >>> 1;
        boolean narrow = (coded & 1) == 0;
        checkThere(length, narrow ? 1 : Character.BYTES);
        return narrow ? readNarrow((int) length) : new String(readCharacters((int) length));
    }

    private String readNarrow(int length) {
        if (length == 0) return "";
        if (length > capacity) return new String(super.readBytes(length), StandardCharsets.ISO_8859_1);
        require(length);
        String value = new String(buffer, position, length, StandardCharsets.ISO_8859_1);
        position += length;
        return value;
    }

    @Override
    public StringBuilder readStringBuilder() {
        String value = readString();
        return value == null ? null : new StringBuilder(value);
    }
}
