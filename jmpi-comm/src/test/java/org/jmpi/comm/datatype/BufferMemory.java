package org.jmpi.comm.datatype;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** The elements of an array in a buffer of {@code java.nio}, with room behind its limit and a position of its own. */
public final class BufferMemory {
    private static final int BEHIND = 5;

    private final BasicType type;
    private final ByteBuffer bytes;
    private final Buffer buffer;

    private BufferMemory(BasicType type, Object array, boolean direct, ByteOrder order, boolean typed) {
        this.type = type;
        int length = Array.getLength(array) * type.width();
        byte[] wire = Elements.wire(type, array, 0, Array.getLength(array));
        ByteBuffer memory = direct
                ? ByteBuffer.allocateDirect(length + BEHIND * type.width())
                : ByteBuffer.allocate(length + BEHIND * type.width());
        bytes = memory.order(order);
        ByteBuffer travelling = ByteBuffer.wrap(wire).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < length; at += type.width()) copy(travelling, bytes, at);
        buffer = typed ? view(type, bytes.duplicate().order(order)) : bytes;
        buffer.limit(Array.getLength(array) * (typed ? 1 : type.width())).position(buffer.limit() / 2);
    }

    /** Returns a buffer of each kind that can hold the type, all with the elements of an array. */
    public static List<BufferMemory> all(BasicType type, Object array) {
        List<BufferMemory> all = new ArrayList<>();
        for (boolean direct : new boolean[] {false, true})
            for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
                all.add(new BufferMemory(type, array, direct, order, false));
                if (view(type, ByteBuffer.allocate(0)) != null)
                    all.add(new BufferMemory(type, array, direct, order, true));
            }
        return all;
    }

    private static Buffer view(BasicType type, ByteBuffer bytes) {
        return switch (type) {
            case CHAR -> bytes.asCharBuffer();
            case SHORT -> bytes.asShortBuffer();
            case INT -> bytes.asIntBuffer();
            case LONG -> bytes.asLongBuffer();
            case FLOAT -> bytes.asFloatBuffer();
            case DOUBLE -> bytes.asDoubleBuffer();
            default -> null;
        };
    }

    private void copy(ByteBuffer from, ByteBuffer to, int at) {
        switch (type.width()) {
            case 1 -> to.put(at, from.get(at));
            case 2 -> to.putShort(at, from.getShort(at));
            case 4 -> to.putInt(at, from.getInt(at));
            default -> to.putLong(at, from.getLong(at));
        }
    }

    public Buffer buffer() {
        return buffer;
    }

    /** Returns the elements up to the limit as they travel. */
    public byte[] wire() {
        int length = buffer.limit() * (buffer instanceof ByteBuffer ? 1 : type.width());
        ByteBuffer travelling = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer all = bytes.duplicate().order(bytes.order()).clear();
        for (int at = 0; at < length; at += type.width()) copy(all, travelling, at);
        return travelling.array();
    }

    /** Returns whether position and what lies behind the limit are as they were. */
    public boolean isUntouchedOutside() {
        int limit = buffer.limit() * (buffer instanceof ByteBuffer ? 1 : type.width());
        ByteBuffer all = bytes.duplicate().clear();
        for (int at = limit; at < all.capacity(); at++) if (all.get(at) != 0) return false;
        return buffer.position() == buffer.limit() / 2;
    }

    @Override
    public String toString() {
        return buffer + " " + bytes.order();
    }
}
