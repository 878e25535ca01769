package org.jmpi.comm.datatype;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Moves elements of a primitive type between little-endian bytes and a {@code ByteBuffer} of either byte order.
 * Elements are found by their absolute indices: a buffer's position neither counts nor moves.
 */
final class ByteBufferPacker extends Packer {
    /** Moves words as they are, whatever the order of their bytes. */
    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final int shift;

    /** Whether the bytes of an element lie in the order in which they travel. */
    private final boolean asTheyTravel;

    private ByteBufferPacker(int shift, boolean asTheyTravel) {
        this.shift = shift;
        this.asTheyTravel = asTheyTravel;
    }

    /** Returns what moves elements of this width, given by its binary logarithm, by the order of a buffer. */
    static Packer of(int shift, ByteOrder order) {
        return new ByteBufferPacker(shift, order == ByteOrder.LITTLE_ENDIAN || shift == 0);
    }

    /** Returns whether the bytes of an element lie in the order in which they travel. */
    boolean isAsTheyTravel() {
        return asTheyTravel;
    }

    @Override
    void pack(Object memory, int index, int count, ByteBuffer target) {
        ByteBuffer bytes = (ByteBuffer) memory;
        int at = target.position();
        move(bytes, index << shift, target, at, count);
        target.position(at + (count << shift));
    }

    @Override
    void unpack(ByteBuffer source, Object memory, int index, int count) {
        ByteBuffer bytes = (ByteBuffer) memory;
        int at = source.position();
        move(source, at, bytes, index << shift, count);
        source.position(at + (count << shift));
    }

    @Override
    void copy(Object from, int fromIndex, Object to, int toIndex, int count) {
        ((ByteBuffer) to).put(toIndex << shift, (ByteBuffer) from, fromIndex << shift, count << shift);
    }

    /** Moves elements; each is read in the order of one buffer and written in that of the other. */
    private void move(ByteBuffer from, int fromIndex, ByteBuffer to, int toIndex, int count) {
        if (asTheyTravel && count > (shift == 0 ? BytePacker.SHORT : FEW)) {
            to.put(toIndex, from, fromIndex, count << shift);
            return;
        }
        int end = fromIndex + (count << shift);
        switch (shift) {
            case 0 -> moveBytes(from, fromIndex, to, toIndex, end);
            case 1 -> {
                for (int i = fromIndex, j = toIndex; i < end; i += 2, j += 2) to.putShort(j, from.getShort(i));
            }
            case 2 -> {
                for (int i = fromIndex, j = toIndex; i < end; i += 4, j += 4) to.putInt(j, from.getInt(i));
            }
            default -> {
                for (int i = fromIndex, j = toIndex; i < end; i += 8, j += 8) to.putLong(j, from.getLong(i));
            }
        }
    }

    private static void moveBytes(ByteBuffer from, int fromIndex, ByteBuffer to, int toIndex, int end) {
        int i = fromIndex;
        int j = toIndex;
        for (; end - i >= Long.BYTES; i += Long.BYTES, j += Long.BYTES) WORD.set(to, j, (long) WORD.get(from, i));
        for (; i < end; i++, j++) to.put(j, from.get(i));
    }

    @Override
    long bits(Object memory, int index) {
        ByteBuffer bytes = (ByteBuffer) memory;
        return switch (shift) {
            case 0 -> bytes.get(index);
            case 1 -> bytes.getShort(index << 1);
            case 2 -> bytes.getInt(index << 2);
            default -> bytes.getLong(index << 3);
        };
    }

    @Override
    void setBits(Object memory, int index, long bits) {
        ByteBuffer bytes = (ByteBuffer) memory;
        switch (shift) {
            case 0 -> bytes.put(index, (byte) bits);
            case 1 -> bytes.putShort(index << 1, (short) bits);
            case 2 -> bytes.putInt(index << 2, (int) bits);
            default -> bytes.putLong(index << 3, bits);
        }
    }
}
