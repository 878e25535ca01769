package mpi;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The elements of an array in a buffer of one of eight kinds, whose position and room behind the limit are odd; from
 * Java 22 on also in a native segment.
 */
public final class ElementBuffer {
    static final int KINDS = 8;

    /** How many kinds there are in this Java. */
    static final int ALL_KINDS = KINDS + (Runtime.version().feature() < 22 ? 0 : 1);

    private static final int BEHIND = 8;

    private final ByteBuffer bytes;
    private final Buffer buffer;

    /** The segment that has the elements; null if a buffer has them. */
    private final Object segment;

    /** Copies an array of a primitive type to a buffer: heap or direct, of either byte order, of bytes or its type. */
    public ElementBuffer(Object array, int kind) {
        byte[] wire = new byte[MPI.COMM_SELF.Pack_size(length(array), type(array))];
        MPI.COMM_SELF.Pack(array, 0, length(array), type(array), wire, 0);
        segment = kind % ALL_KINDS == KINDS
                ? ForeignSegments.allocate(ForeignSegments.arena("ofAuto"), wire.length + BEHIND)
                : null;
        bytes = segment == null ? bytes(kind, wire.length + BEHIND) : ForeignSegments.bytes(segment);
        bytes.limit(wire.length);
        buffer = (kind & 4) == 0 ? bytes : typed(array);
        put(array);
        buffer.position(buffer.limit() / 2);
    }

    private static ByteBuffer bytes(int kind, int length) {
        ByteBuffer memory = (kind & 1) == 0 ? ByteBuffer.allocate(length) : ByteBuffer.allocateDirect(length);
        return memory.order((kind & 2) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    }

    private static int length(Object array) {
        return java.lang.reflect.Array.getLength(array);
    }

    static boolean holds(Object array) {
        return array != null
                && array.getClass().isArray()
                && array.getClass().getComponentType().isPrimitive();
    }

    private static Datatype type(Object array) {
        for (Kind kind : Kind.values()) if (kind.guards(0, 0).getClass() == array.getClass()) return kind.type;
        throw new AssertionError(array.getClass());
    }

    private Buffer typed(Object array) {
        if (array instanceof char[]) return bytes.asCharBuffer();
        if (array instanceof short[]) return bytes.asShortBuffer();
        if (array instanceof int[]) return bytes.asIntBuffer();
        if (array instanceof long[]) return bytes.asLongBuffer();
        if (array instanceof float[]) return bytes.asFloatBuffer();
        if (array instanceof double[]) return bytes.asDoubleBuffer();
        return bytes;
    }

    private void put(Object array) {
        ByteBuffer all = bytes.duplicate().order(bytes.order()).rewind();
        if (array instanceof char[] elements) all.asCharBuffer().put(elements);
        else if (array instanceof short[] elements) all.asShortBuffer().put(elements);
        else if (array instanceof int[] elements) all.asIntBuffer().put(elements);
        else if (array instanceof long[] elements) all.asLongBuffer().put(elements);
        else if (array instanceof float[] elements) all.asFloatBuffer().put(elements);
        else if (array instanceof double[] elements) all.asDoubleBuffer().put(elements);
        else if (array instanceof byte[] elements) all.put(elements);
        else for (boolean element : (boolean[]) array) all.put((byte) (element ? 1 : 0));
    }

    /** Copies the elements back. */
    public void copyTo(Object array) {
        ByteBuffer all = bytes.duplicate().order(bytes.order()).rewind();
        if (array instanceof char[] elements) all.asCharBuffer().get(elements);
        else if (array instanceof short[] elements) all.asShortBuffer().get(elements);
        else if (array instanceof int[] elements) all.asIntBuffer().get(elements);
        else if (array instanceof long[] elements) all.asLongBuffer().get(elements);
        else if (array instanceof float[] elements) all.asFloatBuffer().get(elements);
        else if (array instanceof double[] elements) all.asDoubleBuffer().get(elements);
        else if (array instanceof byte[] elements) all.get(elements);
        else for (int i = 0; i < length(array); i++) ((boolean[]) array)[i] = all.get() != 0;
        if (buffer.position() != buffer.limit() / 2) throw new AssertionError("the position moved: " + buffer);
        for (int i = bytes.limit(); i < bytes.capacity(); i++)
            if (bytes.duplicate().clear().get(i) != 0) throw new AssertionError("written behind the limit: " + buffer);
    }

    public Buffer buffer() {
        return buffer;
    }

    /** Returns the buffer or the segment. */
    Object memory() {
        return segment == null ? buffer : segment;
    }
}
