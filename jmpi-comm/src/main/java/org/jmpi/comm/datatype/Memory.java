package org.jmpi.comm.datatype;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.transport.LastView;

/** The kinds of memory that a program may give as a buffer, and what it is told when elements do not lie in it. */
public final class Memory {
    private Memory() {}

    /**
     * {@return whether something of a class is a buffer of {@code java.nio} or a segment of {@code java.lang.foreign}}
     *
     * @param type the class
     */
    public static boolean isBuffer(Class<?> type) {
        return Buffer.class.isAssignableFrom(type) || ForeignMemory.isClass(type);
    }

    /**
     * {@return the type of a buffer's elements where a call has no datatype: a byte, of a {@code ByteBuffer} and of
     * a segment; null if this is no buffer}
     *
     * @param memory what a program gives
     */
    public static BasicType elementType(Object memory) {
        if (memory instanceof ByteBuffer || ForeignMemory.is(memory)) return BasicType.BYTE;
        if (memory instanceof Buffer buffer)
            for (BasicType type : BasicType.values()) if (type.packerOf(buffer) != null) return type;
        return null;
    }

    /**
     * {@return the elements of a buffer up to its limit}
     *
     * @param memory a buffer: see {@link #elementType}
     */
    public static long elements(Object memory) {
        return memory instanceof Buffer buffer ? buffer.limit() : ForeignMemory.byteSize(memory);
    }

    /**
     * {@return a buffer in a few words, for an error message}
     *
     * @param memory a buffer: see {@link #elementType}
     */
    public static String describe(Object memory) {
        return memory instanceof CharBuffer chars
                // Its own words are its content.
                ? CharBuffer.class.getName() + "[pos=" + chars.position() + " lim=" + chars.limit() + " cap="
                        + chars.capacity() + "]"
                : memory.toString();
    }

    /**
     * {@return what an element of an array of any dimensions, of a buffer or of buffers of bytes is; null if it is no
     * primitive type}
     *
     * @param memory what {@link #of} returns
     */
    public static BasicType primitiveType(Object memory) {
        if (memory instanceof ByteBuffer[]) return BasicType.BYTE;
        if (memory instanceof Buffer) return elementType(memory);
        Class<?> rows = memory.getClass();
        while (rows.isArray() && rows.getComponentType().isArray()) rows = rows.getComponentType();
        for (BasicType type : BasicType.values()) if (type.width() > 0 && type.arrayClass() == rows) return type;
        return null;
    }

    /**
     * {@return what holds the elements of what a program gives: the same, but of a segment of {@code java.lang.foreign}
     * a buffer or, beyond 2 GiB, several}
     *
     * @param buf an array, a buffer or a segment
     * @throws CommException of class BUFFER if not every thread may access the segment
     */
    public static Object of(Object buf) {
        return ForeignMemory.is(buf) ? ForeignMemory.buffers(buf, new LastView()) : buf;
    }

    /**
     * Returns what moves the elements of memory that is no array of one dimension.
     *
     * @param writes whether elements are received into it
     */
    static Packer packer(Object memory, BasicType type, boolean writes) {
        Object first = memory instanceof ByteBuffer[] pieces ? pieces[0] : memory;
        if (!(first instanceof Buffer buffer)) return type.packer();
        Packer found = type.packerOf(buffer);
        if (found == null) throw new CommException(ErrorClass.TYPE, type.refusal(buffer));
        if (writes && buffer.isReadOnly())
            throw new CommException(ErrorClass.BUFFER, "buffer to receive into is read-only: " + describe(buffer));
        return found;
    }

    /** Returns the rows of an array of several dimensions. */
    static Rows rowsOf(Object buf, BasicType type) {
        if (buf instanceof ByteBuffer[] pieces) return Rows.of(pieces, type);
        Rows found = Rows.of(buf, type.arrayClass());
        if (found != null) return found;
        throw new CommException(ErrorClass.TYPE, type.refusal(buf));
    }

    /** Returns the elements of what a program gives: of an array all rows together, of a buffer up to its limit. */
    static long lengthOf(Object buf, Layout layout) {
        BasicType type = layout.type();
        Object memory = type.isArray(buf.getClass()) ? buf : of(buf);
        boolean pieces = !type.isArray(buf.getClass()) && !(memory instanceof Buffer);
        return pieces ? rowsOf(memory, type).length() : length(memory, type);
    }

    /** Returns the elements of an array of one dimension or of a buffer. */
    static long length(Object buf, BasicType type) {
        return buf instanceof Buffer memory ? type.lengthOf(memory) : length(buf);
    }

    /** Does the same as {@link Array#getLength}, which is a native call until C2 has compiled its caller. */
    private static int length(Object buf) {
        if (buf instanceof byte[] bytes) return bytes.length;
        if (buf instanceof double[] doubles) return doubles.length;
        if (buf instanceof int[] ints) return ints.length;
        if (buf instanceof long[] longs) return longs.length;
        if (buf instanceof float[] floats) return floats.length;
        if (buf instanceof Object[] objects) return objects.length;
        return Array.getLength(buf);
    }

    static void checkAll(Segment items, long within, long length) {
        if (within < items.count() * items.layout().size()) throw tooShort(items, within, length);
        if (within > most(items.layout())) throw tooLarge(items);
    }

    /** Returns how many elements a message may have. */
    static long most(Layout layout) {
        return layout.type() == BasicType.OBJECT ? Integer.MAX_VALUE : Layout.MOST_ELEMENTS;
    }

    static CommException outOfRange(Segment items, long length) {
        return new CommException(
                ErrorClass.ARG, "offset out of range: offset=" + items.offset() + sizeOf(items.array(), length));
    }

    /** Returns the length of a memory, for a message. */
    static String sizeOf(Object buf, long length) {
        return (!buf.getClass().isArray() ? ", elements up to its limit=" : ", array length=") + length;
    }

    private static CommException tooShort(Segment items, long within, long length) {
        Layout layout = items.layout();
        long first = items.offset() + layout.low(items.count());
        long end = items.offset() + layout.high(items.count());
        return new CommException(
                ErrorClass.COUNT,
                "buffer too short: offset=" + items.offset() + ", count=" + items.count() + ", elements needed=["
                        + first + ", " + end + ")" + sizeOf(items.array(), length)
                        + (layout.extent() == 1 ? "" : ", first item that does not fit=" + within / layout.size()));
    }

    private static CommException tooLarge(Segment items) {
        return new CommException(
                ErrorClass.COUNT,
                "count too large: count=" + items.count() + ", elements of an item="
                        + items.layout().size());
    }

    /** Checks what a segment is given but for the memory. */
    static void checkItems(Segment items) {
        Layout layout = items.layout();
        if (layout == null) throw new CommException(ErrorClass.TYPE, "datatype is null");
        if (layout.isMarker())
            throw new CommException(ErrorClass.TYPE, "LB and UB mark bounds: there are no items of them");
        if (items.count() < 0) throw new CommException(ErrorClass.COUNT, "count is negative: " + items.count());
        if (!layout.canCount(items.count(), 1)) throw tooLarge(items);
    }

    /** Returns the failure of an access to memory that was accessible when the operation started. */
    static CommException inaccessible(RuntimeException cause) {
        return new CommException(
                ErrorClass.BUFFER,
                "the buffer became inaccessible during the operation: " + CommException.describe(cause),
                cause);
    }
}
