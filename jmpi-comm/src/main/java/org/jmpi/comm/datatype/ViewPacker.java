package org.jmpi.comm.datatype;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * Moves elements between little-endian bytes and the buffers of {@code java.nio} that hold one type, such as an {@code
 * IntBuffer}. Elements are found by their absolute indices: a buffer's position neither counts nor moves.
 *
 * @param <B> the class of the buffers
 */
abstract class ViewPacker<B extends Buffer> extends Packer {
    private final Class<B> memoryClass;
    private final int width;

    private ViewPacker(Class<B> memoryClass, int width) {
        this.memoryClass = memoryClass;
        this.width = width;
    }

    /** Returns the class of the buffers. */
    Class<B> memoryClass() {
        return memoryClass;
    }

    /** Returns bytes from their position on as such a buffer. */
    abstract B view(ByteBuffer bytes);

    abstract void copy(B from, int fromIndex, B to, int toIndex, int count);

    abstract long bits(B memory, int index);

    abstract void setBits(B memory, int index, long bits);

    @Override
    void pack(Object memory, int index, int count, ByteBuffer target) {
        copy(memoryClass.cast(memory), index, view(target), 0, count);
        target.position(target.position() + count * width);
    }

    @Override
    void unpack(ByteBuffer source, Object memory, int index, int count) {
        copy(view(source), 0, memoryClass.cast(memory), index, count);
        source.position(source.position() + count * width);
    }

    @Override
    void copy(Object from, int fromIndex, Object to, int toIndex, int count) {
        copy(memoryClass.cast(from), fromIndex, memoryClass.cast(to), toIndex, count);
    }

    @Override
    long bits(Object memory, int index) {
        return bits(memoryClass.cast(memory), index);
    }

    @Override
    void setBits(Object memory, int index, long bits) {
        setBits(memoryClass.cast(memory), index, bits);
    }

    static final class Shorts extends ViewPacker<ShortBuffer> {
        Shorts() {
            super(ShortBuffer.class, Short.BYTES);
        }

        @Override
        ShortBuffer view(ByteBuffer bytes) {
            return bytes.asShortBuffer();
        }

        @Override
        void copy(ShortBuffer from, int fromIndex, ShortBuffer to, int toIndex, int count) {
            to.put(toIndex, from, fromIndex, count);
        }

        @Override
        long bits(ShortBuffer memory, int index) {
            return memory.get(index);
        }

        @Override
        void setBits(ShortBuffer memory, int index, long bits) {
            memory.put(index, (short) bits);
        }
    }

    static final class Chars extends ViewPacker<CharBuffer> {
        Chars() {
            super(CharBuffer.class, Character.BYTES);
        }

        @Override
        CharBuffer view(ByteBuffer bytes) {
            return bytes.asCharBuffer();
        }

        @Override
        void copy(CharBuffer from, int fromIndex, CharBuffer to, int toIndex, int count) {
            to.put(toIndex, from, fromIndex, count);
        }

        @Override
        long bits(CharBuffer memory, int index) {
            return memory.get(index);
        }

        @Override
        void setBits(CharBuffer memory, int index, long bits) {
            memory.put(index, (char) bits);
        }
    }

    static final class Ints extends ViewPacker<IntBuffer> {
        Ints() {
            super(IntBuffer.class, Integer.BYTES);
        }

        @Override
        IntBuffer view(ByteBuffer bytes) {
            return bytes.asIntBuffer();
        }

        @Override
        void copy(IntBuffer from, int fromIndex, IntBuffer to, int toIndex, int count) {
            to.put(toIndex, from, fromIndex, count);
        }

        @Override
        long bits(IntBuffer memory, int index) {
            return memory.get(index);
        }

        @Override
        void setBits(IntBuffer memory, int index, long bits) {
            memory.put(index, (int) bits);
        }
    }

    static final class Longs extends ViewPacker<LongBuffer> {
        Longs() {
            super(LongBuffer.class, Long.BYTES);
        }

        @Override
        LongBuffer view(ByteBuffer bytes) {
            return bytes.asLongBuffer();
        }

        @Override
        void copy(LongBuffer from, int fromIndex, LongBuffer to, int toIndex, int count) {
            to.put(toIndex, from, fromIndex, count);
        }

        @Override
        long bits(LongBuffer memory, int index) {
            return memory.get(index);
        }

        @Override
        void setBits(LongBuffer memory, int index, long bits) {
            memory.put(index, bits);
        }
    }

    static final class Floats extends ViewPacker<FloatBuffer> {
        Floats() {
            super(FloatBuffer.class, Float.BYTES);
        }

        @Override
        FloatBuffer view(ByteBuffer bytes) {
            return bytes.asFloatBuffer();
        }

        @Override
        void copy(FloatBuffer from, int fromIndex, FloatBuffer to, int toIndex, int count) {
            to.put(toIndex, from, fromIndex, count);
        }

        @Override
        long bits(FloatBuffer memory, int index) {
            return Float.floatToRawIntBits(memory.get(index));
        }

        @Override
        void setBits(FloatBuffer memory, int index, long bits) {
            memory.put(index, Float.intBitsToFloat((int) bits));
        }
    }

    static final class Doubles extends ViewPacker<DoubleBuffer> {
        Doubles() {
            super(DoubleBuffer.class, Double.BYTES);
        }

        @Override
        DoubleBuffer view(ByteBuffer bytes) {
            return bytes.asDoubleBuffer();
        }

        @Override
        void copy(DoubleBuffer from, int fromIndex, DoubleBuffer to, int toIndex, int count) {
            to.put(toIndex, from, fromIndex, count);
        }

        @Override
        long bits(DoubleBuffer memory, int index) {
            return Double.doubleToRawLongBits(memory.get(index));
        }

        @Override
        void setBits(DoubleBuffer memory, int index, long bits) {
            memory.put(index, Double.longBitsToDouble(bits));
        }
    }
}
