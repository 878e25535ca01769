package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.io.Output;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Writes arrays by whole buffers, little-endian, and strings as {@link BulkInput} draws them. */
final class BulkOutput extends Output {
    private static final int BUFFER = 64 << 10;

    private final ByteBuffer bytes;

    BulkOutput() {
        super(BUFFER);
        bytes = ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns how many elements of so many bytes fit into the buffer, one at least. */
    private int room(int width) {
        require(width);
        bytes.position(position);
        return (capacity - position) / width;
    }

    @Override
    public void writeLong(long value) {
        require(Long.BYTES);
        BulkInput.LONG.set(buffer, position, value);
        position += Long.BYTES;
    }

    @Override
    public void writeDouble(double value) {
        writeLong(Double.doubleToRawLongBits(value));
    }

    @Override
    public void writeDoubles(double[] array, int offset, int count) {
        for (int done = 0; done < count; ) {
            int n = Math.min(count - done, room(Double.BYTES));
            bytes.asDoubleBuffer().put(array, offset + done, n);
            position += n * Double.BYTES;
            done += n;
        }
    }

    @Override
    public void writeLongs(long[] array, int offset, int count) {
        for (int done = 0; done < count; ) {
            int n = Math.min(count - done, room(Long.BYTES));
            bytes.asLongBuffer().put(array, offset + done, n);
            position += n * Long.BYTES;
            done += n;
        }
    }

    @Override
    public void writeLongs(long[] array, int offset, int count, boolean optimizePositive) {
        writeLongs(array, offset, count);
    }

    @Override
    public void writeInts(int[] array, int offset, int count) {
        for (int done = 0; done < count; ) {
            int n = Math.min(count - done, room(Integer.BYTES));
            bytes.asIntBuffer().put(array, offset + done, n);
            position += n * Integer.BYTES;
            done += n;
        }
    }

    @Override
    public void writeInts(int[] array, int offset, int count, boolean optimizePositive) {
        writeInts(array, offset, count);
    }

    @Override
    public void writeFloats(float[] array, int offset, int count) {
        for (int done = 0; done < count; ) {
            int n = Math.min(count - done, room(Float.BYTES));
            bytes.asFloatBuffer().put(array, offset + done, n);
            position += n * Float.BYTES;
            done += n;
        }
    }

    @Override
    public void writeShorts(short[] array, int offset, int count) {
        for (int done = 0; done < count; ) {
            int n = Math.min(count - done, room(Short.BYTES));
            bytes.asShortBuffer().put(array, offset + done, n);
            position += n * Short.BYTES;
            done += n;
        }
    }

    @Override
    public void writeChars(char[] array, int offset, int count) {
        for (int done = 0; done < count; ) {
            int n = Math.min(count - done, room(Character.BYTES));
            bytes.asCharBuffer().put(array, offset + done, n);
            position += n * Character.BYTES;
            done += n;
        }
    }

    @Override
    public void writeBooleans(boolean[] array, int offset, int count) {
        for (int done = 0; done < count; ) {
            int n = Math.min(count - done, room(1));
            for (int i = 0; i < n; i++) buffer[position + i] = (byte) (array[offset + done + i] ? 1 : 0);
            position += n;
            done += n;
        }
    }

    @Override
    public void writeString(String value) {
        if (value == null) {
            writeByte(0);
            return;
        }
        boolean narrow = isNarrow(value);
        writeVarLong(((long) value.length() << 1 | (narrow ? 0 : 1)) + 1, true);
        if (narrow) writeNarrow(value);
        else writeChars(value.toCharArray(), 0, value.length());
    }

    @Override
    public void writeAscii(String value) {
        writeString(value);
    }

    private static boolean isNarrow(String value) {
        for (int i = 0; i < value.length(); i++) if (value.charAt(i) > 0xFF) return false;
        return true;
    }

    @SuppressWarnings("deprecation") // It drops the upper bytes, which are zero: ISO 8859-1, without an array between.
    private void writeNarrow(String value) {
        for (int done = 0; done < value.length(); ) {
            int n = Math.min(value.length() - done, room(1));
            value.getBytes(done, done + n, buffer, position);
            position += n;
            done += n;
        }
    }
}
