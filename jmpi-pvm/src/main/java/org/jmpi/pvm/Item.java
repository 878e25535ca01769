package org.jmpi.pvm;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * One thing that was packed: the elements of an array, or a text.
 *
 * <pre>
 * | type (1) | number of elements (4) | elements |
 * task id:   | length of the host's name (4) | its characters | port (4) |
 * </pre>
 *
 * @param type of the elements
 * @param elements an array, which nobody changes
 */
public record Item(ItemType type, Object elements) {
    private static final int HEAD = Byte.BYTES + Integer.BYTES;

    /**
     * {@return an item of every stride-th element of an array, copied}
     *
     * @param array the first element is taken
     * @param count the number of elements
     * @param stride from one element to the next one
     * @throws IllegalArgumentException if the array has no such elements
     */
    public static Item of(Object array, int count, int stride) {
        if (array == null) throw new IllegalArgumentException("pack: the array is null");
        ItemType type = ItemType.of(array);
        String wrong = misfit(array, count, stride);
        if (wrong != null) throw new IllegalArgumentException("pack: " + wrong);
        Object elements = Array.newInstance(type.component, count);
        copy(array, stride, elements, 1, count);
        if (elements instanceof TaskAddress[] tasks && Arrays.asList(tasks).contains(null))
            throw new IllegalArgumentException("pack: a task id is null");
        return new Item(type, elements);
    }

    /**
     * {@return an item of a text}
     *
     * @param text not null
     */
    public static Item of(String text) {
        if (text == null) throw new IllegalArgumentException("pack: the String is null");
        return new Item(ItemType.STRING, text.toCharArray());
    }

    /** Returns why an array has no such elements; null if it has. */
    private static String misfit(Object array, int count, int stride) {
        int length = Array.getLength(array);
        boolean fits = count >= 0 && stride >= 1 && (count == 0 || (count - 1L) * stride < length);
        return fits
                ? null
                : "no " + count + " elements with stride " + stride + " in an array of length " + length
                        + ": n is 0 or greater, stride 1 or greater, and (n - 1) * stride less than the length";
    }

    private static void copy(Object from, int fromStride, Object to, int toStride, int count) {
        if (fromStride == 1 && toStride == 1) {
            System.arraycopy(from, 0, to, 0, count);
            return;
        }
        for (int i = 0; i < count; i++) System.arraycopy(from, i * fromStride, to, i * toStride, 1);
    }

    /** {@return the number of elements} */
    public int count() {
        return Array.getLength(elements);
    }

    /**
     * Copies the first elements into an array.
     *
     * @param array of this item's type
     * @param count the number of elements
     * @param stride from one element to the next one, in the array
     * @throws PvmException if there are fewer elements, or the array has no room
     */
    public void into(Object array, int count, int stride) {
        String wrong = array == null ? "the array is null" : misfit(array, count, stride);
        if (wrong == null && count > count()) wrong = count + " elements of " + count() + " that were packed";
        if (wrong != null) throw new PvmException("unpack: " + wrong);
        copy(elements, 1, array, stride, count);
    }

    // ---- as bytes ----

    /** Returns the length in bytes. */
    long bytes() {
        if (type != ItemType.TID) return HEAD + (long) count() * type.bytes;
        long bytes = HEAD;
        for (TaskAddress each : (TaskAddress[]) elements)
            bytes += 2 * Integer.BYTES + (long) each.host().length() * Character.BYTES;
        return bytes;
    }

    /** Writes this item; moves the position of the buffer. */
    void write(ByteBuffer out) {
        out.put((byte) type.ordinal()).putInt(count());
        switch (type) {
            case BYTE -> out.put((byte[]) elements);
            case CHAR, STRING -> out.asCharBuffer().put((char[]) elements);
            case SHORT -> out.asShortBuffer().put((short[]) elements);
            case INTEGER -> out.asIntBuffer().put((int[]) elements);
            case LONG -> out.asLongBuffer().put((long[]) elements);
            case FLOAT -> out.asFloatBuffer().put((float[]) elements);
            case DOUBLE -> out.asDoubleBuffer().put((double[]) elements);
            case TID -> {
                for (TaskAddress each : (TaskAddress[]) elements) write(out, each);
            }
            default -> throw new IllegalStateException("an item of type " + type);
        }
        if (type != ItemType.BYTE) out.position(out.position() + count() * type.bytes);
    }

    /** Writes an address. */
    static void write(ByteBuffer out, TaskAddress task) {
        out.putInt(task.host().length());
        for (char each : task.host().toCharArray()) out.putChar(each);
        out.putInt(task.port());
    }

    /** Returns an address as bytes. */
    static ByteBuffer bytes(TaskAddress task) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * Integer.BYTES + task.host().length() * Character.BYTES)
                .order(Items.ORDER);
        write(bytes, task);
        return bytes.flip();
    }

    /** Reads an address. */
    static TaskAddress readAddress(ByteBuffer in) {
        char[] host = new char[length(in, Character.BYTES)];
        for (int i = 0; i < host.length; i++) host[i] = in.getChar();
        return new TaskAddress(new String(host), in.getInt());
    }

    /** Reads a number of elements for which there are bytes. */
    private static int length(ByteBuffer in, int bytes) {
        int length = in.getInt();
        if (length < 0 || (long) length * bytes > in.remaining())
            throw new PvmException("a message that makes no sense: " + length + " elements in " + in.remaining()
                    + " bytes: use the same version of JMPI in all tasks");
        return length;
    }

    /** Reads an item. */
    static Item read(ByteBuffer in) {
        int code = in.get();
        if (code < ItemType.BYTE.ordinal() || code > ItemType.TID.ordinal())
            throw new PvmException("a message that makes no sense: type " + code);
        ItemType type = ItemType.values()[code];
        int count = length(in, Math.max(type.bytes, 1));
        Object elements = Array.newInstance(type.component, count);
        switch (type) {
            case BYTE -> in.get((byte[]) elements);
            case CHAR, STRING -> in.asCharBuffer().get((char[]) elements);
            case SHORT -> in.asShortBuffer().get((short[]) elements);
            case INTEGER -> in.asIntBuffer().get((int[]) elements);
            case LONG -> in.asLongBuffer().get((long[]) elements);
            case FLOAT -> in.asFloatBuffer().get((float[]) elements);
            case DOUBLE -> in.asDoubleBuffer().get((double[]) elements);
            default -> {
                for (int i = 0; i < count; i++) Array.set(elements, i, readAddress(in));
            }
        }
        if (type != ItemType.BYTE) in.position(in.position() + count * type.bytes);
        return new Item(type, elements);
    }
}
