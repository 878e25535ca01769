package org.jmpi.comm.datatype;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * Packs messages into bytes that the program keeps (MPI-4.1 section 5.2).
 *
 * <p>Elements are packed as they travel, so that what has been packed may be received as elements and the reverse.
 * Items without elements, or no items, take no bytes and need no buffer. Objects need their length in front:
 *
 * <pre>
 *  byte 0       4               12
 *      +-------+---------------+----------------- - -
 *      |objects|     bytes     | what the codec wrote
 *      +-------+---------------+----------------- - -
 * </pre>
 */
public final class Packing {
    private static final int OBJECTS_HEADER = 12;

    private Packing() {}

    /**
     * Packs items.
     *
     * @param codec encodes objects
     * @param in the items
     * @param out takes the bytes
     * @param position the index in {@code out} of the first byte written
     * @return the index behind the last byte written
     * @throws CommException of class BUFFER if {@code out} is null; ARG if the position is not in it; TRUNCATE if it is
     *     too short; as {@link Buffer#check} does
     */
    public static int pack(ObjectCodec codec, Buffer in, byte[] out, int position) {
        in.copySegment();
        in.check();
        if (in.elements() == 0) return position;
        ByteBuffer target = bytes(out, position);
        if (in.type() == BasicType.OBJECT) packObjects(codec, in, target);
        else packElements(in, target);
        return target.position();
    }

    private static void packElements(Buffer in, ByteBuffer target) {
        checkRoom("pack", in.bytes(), target);
        target.limit(target.position() + (int) in.bytes());
        in.segment().pack(0, target);
    }

    private static void packObjects(ObjectCodec codec, Buffer in, ByteBuffer target) {
        ByteChunks encoded = ObjectMessage.encode(codec, in.segment());
        checkRoom("pack", OBJECTS_HEADER + encoded.bytes(), target);
        target.putInt((int) in.elements()).putLong(encoded.bytes());
        target.limit(target.position() + (int) encoded.bytes());
        encoded.pack(0, target);
    }

    /**
     * Unpacks items.
     *
     * @param codec encodes objects
     * @param in holds the bytes
     * @param position the index in {@code in} of the first byte read
     * @param out where the items go
     * @return the index behind the last byte read
     * @throws CommException of class BUFFER if {@code in} is null; ARG if the position is not in it; TRUNCATE if it
     *     does not hold so many items; TYPE if it holds no objects where such are unpacked; as {@link Buffer#check}
     * does
     */
    public static int unpack(ObjectCodec codec, byte[] in, int position, Buffer out) {
        ForeignMemory copied = out.copySegment();
        out.written().check();
        if (out.elements() == 0) return position;
        ByteBuffer source = bytes(in, position);
        if (out.type() == BasicType.OBJECT) unpackObjects(codec, source, out);
        else unpackElements(source, out);
        if (copied != null) copied.copyBack();
        return source.position();
    }

    private static void unpackElements(ByteBuffer source, Buffer out) {
        checkRoom("unpack", out.bytes(), source);
        source.limit(source.position() + (int) out.bytes());
        out.segment().unpack(0, source);
    }

    private static void unpackObjects(ObjectCodec codec, ByteBuffer source, Buffer out) {
        checkRoom("unpack", OBJECTS_HEADER, source);
        int objects = source.getInt();
        long bytes = source.getLong();
        if (objects < 0 || bytes < 0 || bytes > source.remaining())
            throw new CommException(
                    ErrorClass.TYPE,
                    "no packed objects here: position=" + (source.position() - OBJECTS_HEADER) + ", objects=" + objects
                            + ", bytes=" + bytes + ", left=" + source.remaining());
        if (objects != out.elements())
            throw new CommException(
                    ErrorClass.TRUNCATE,
                    "packed objects are not as many as are unpacked: packed=" + objects + ", unpacked="
                            + out.elements());
        ByteChunks encoded = new ByteChunks(bytes);
        encoded.unpack(0, source.limit(source.position() + (int) bytes));
        ObjectMessage.decode(codec, encoded, out.segment(), objects);
    }

    /**
     * {@return the bytes that items take when packed}
     *
     * @param count the number of items
     * @param layout what an item covers
     * @throws CommException of class TYPE if they are objects, whose bytes are not known before they are packed; COUNT
     *     if the count is negative or the bytes exceed an int
     */
    public static int size(long count, Layout layout) {
        if (layout.type() == BasicType.OBJECT)
            throw new CommException(ErrorClass.TYPE, "packed objects have no fixed size: pack them and see");
        if (count < 0) throw new CommException(ErrorClass.COUNT, "count is negative: " + count);
        long item = (long) layout.size() * layout.type().width();
        if (item > 0 && count > Integer.MAX_VALUE / item)
            throw new CommException(
                    ErrorClass.COUNT, "too much to pack: count=" + count + ", bytes of an item=" + item);
        return (int) (count * item);
    }

    private static ByteBuffer bytes(byte[] array, int position) {
        if (array == null) throw new CommException(ErrorClass.BUFFER, "packed buffer is null");
        if (position < 0 || position > array.length)
            throw new CommException(
                    ErrorClass.ARG, "position out of range: position=" + position + ", array length=" + array.length);
        return ByteBuffer.wrap(array).position(position).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void checkRoom(String what, long bytes, ByteBuffer buffer) {
        if (bytes > buffer.remaining())
            throw new CommException(
                    ErrorClass.TRUNCATE,
                    "packed buffer too short to " + what + ": bytes=" + bytes + ", left=" + buffer.remaining());
    }
}
