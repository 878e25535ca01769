package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.io.Input;
import java.io.IOException;

/**
 * Kryo's input, which allocates nothing for a length unless so many bytes are left in the message. An element takes at
 * least one byte.
 */
final class BoundedInput extends Input {
    private static final int BUFFER = 16 << 10;

    private final long maxArray;

    /** @param maxArray the number of elements that an array or a collection may have */
    BoundedInput(long maxArray) {
        super(BUFFER);
        this.maxArray = maxArray;
        setVariableLengthEncoding(false);
    }

    /** Returns the length; throws if it exceeds the limit, or the message has fewer elements of so many bytes left. */
    int checked(int length, int width) {
        if (length > maxArray) throw new KryoException(length + " elements are more than maxarray=" + maxArray);
        checkLeft(length, width);
        return length;
    }

    private void checkLeft(int length, int width) {
        long left = left();
        if (length < 0 || length > left / width)
            throw new KryoException("length of " + length + " in a message of which " + left + " bytes are left");
    }

    private long left() {
        try {
            return limit - position + (long) inputStream.available();
        } catch (IOException e) {
            throw new KryoException(e);
        }
    }

    /**
     * Checks the length of an array, which {@link #readVarInt} returns next: 0 for null, else one more than the length.
     */
    void checkNextLength() {
        optional(Integer.BYTES + 1);
        int start = position;
        checked(Math.max(0, readVarInt(true) - 1), 1);
        position = start;
    }

    /** Reads the length of a string or a collection. It is 0 for null, else one more than the length. */
    @Override
    public int readVarIntFlag(boolean optimizePositive) {
        int value = super.readVarIntFlag(optimizePositive);
        if (value != 0) checkLeft(value - 1, 1);
        return value;
    }

    @Override
    public byte[] readBytes(int length) {
        return super.readBytes(checked(length, 1));
    }

    @Override
    public short[] readShorts(int length) {
        return super.readShorts(checked(length, Short.BYTES));
    }

    @Override
    public char[] readChars(int length) {
        return super.readChars(checked(length, Character.BYTES));
    }

    @Override
    public int[] readInts(int length) {
        return super.readInts(checked(length, Integer.BYTES));
    }

    @Override
    public long[] readLongs(int length) {
        return super.readLongs(checked(length, Long.BYTES));
    }

    @Override
    public float[] readFloats(int length) {
        return super.readFloats(checked(length, Float.BYTES));
    }

    @Override
    public double[] readDoubles(int length) {
        return super.readDoubles(checked(length, Double.BYTES));
    }
}
