package jpvm;

import java.util.stream.Stream;
import org.jmpi.pvm.Item;
import org.jmpi.pvm.ItemType;
import org.jmpi.pvm.Items;
import org.jmpi.pvm.PvmException;
import org.jmpi.pvm.TaskAddress;

/**
 * What a message holds. Packing copies: the caller may change its array at once. Unpacking takes what was packed in the
 * same order; each call takes the result of one call of pack. Unpacking begins with what was packed first.
 *
 * <pre>
 * jpvmBuffer buffer = new jpvmBuffer();
 * buffer.pack(3);
 * buffer.pack(row, row.length, 1);
 * jpvm.pvm_send(buffer, tids[0], 7);
 * </pre>
 */
public class jpvmBuffer {
    private final Items items;
    private int next;

    /** Begins without an element. */
    public jpvmBuffer() {
        this(new Items());
    }

    jpvmBuffer(Items items) {
        this.items = items;
    }

    Items items() {
        return items;
    }

    /** Has the next call of unpack begin with the first element again. */
    public synchronized void rewind() {
        next = 0;
    }

    // ---- pack ----

    /**
     * Packs a byte.
     *
     * @param v the value
     */
    public void pack(byte v) {
        pack(new byte[] {v}, 1, 1);
    }

    /**
     * Packs bytes: every stride-th element of an array, from the first one on.
     *
     * @param d the array
     * @param n the number of elements that are packed
     * @param stride from one of them to the next one
     */
    public void pack(byte[] d, int n, int stride) {
        items.add(Item.of(d, n, stride));
    }

    /**
     * Packs a character.
     *
     * @param v the value
     */
    public void pack(char v) {
        pack(new char[] {v}, 1, 1);
    }

    /**
     * Packs characters: every stride-th element of an array, from the first one on.
     *
     * @param d the array
     * @param n the number of elements that are packed
     * @param stride from one of them to the next one
     */
    public void pack(char[] d, int n, int stride) {
        items.add(Item.of(d, n, stride));
    }

    /**
     * Packs a short integer.
     *
     * @param v the value
     */
    public void pack(short v) {
        pack(new short[] {v}, 1, 1);
    }

    /**
     * Packs short integers: every stride-th element of an array, from the first one on.
     *
     * @param d the array
     * @param n the number of elements that are packed
     * @param stride from one of them to the next one
     */
    public void pack(short[] d, int n, int stride) {
        items.add(Item.of(d, n, stride));
    }

    /**
     * Packs an integer.
     *
     * @param v the value
     */
    public void pack(int v) {
        pack(new int[] {v}, 1, 1);
    }

    /**
     * Packs integers: every stride-th element of an array, from the first one on.
     *
     * @param d the array
     * @param n the number of elements that are packed
     * @param stride from one of them to the next one
     */
    public void pack(int[] d, int n, int stride) {
        items.add(Item.of(d, n, stride));
    }

    /**
     * Packs a long integer.
     *
     * @param v the value
     */
    public void pack(long v) {
        pack(new long[] {v}, 1, 1);
    }

    /**
     * Packs long integers: every stride-th element of an array, from the first one on.
     *
     * @param d the array
     * @param n the number of elements that are packed
     * @param stride from one of them to the next one
     */
    public void pack(long[] d, int n, int stride) {
        items.add(Item.of(d, n, stride));
    }

    /**
     * Packs a number of single precision.
     *
     * @param v the value
     */
    public void pack(float v) {
        pack(new float[] {v}, 1, 1);
    }

    /**
     * Packs numbers of single precision: every stride-th element of an array, from the first one on.
     *
     * @param d the array
     * @param n the number of elements that are packed
     * @param stride from one of them to the next one
     */
    public void pack(float[] d, int n, int stride) {
        items.add(Item.of(d, n, stride));
    }

    /**
     * Packs a number of double precision.
     *
     * @param v the value
     */
    public void pack(double v) {
        pack(new double[] {v}, 1, 1);
    }

    /**
     * Packs numbers of double precision: every stride-th element of an array, from the first one on.
     *
     * @param d the array
     * @param n the number of elements that are packed
     * @param stride from one of them to the next one
     */
    public void pack(double[] d, int n, int stride) {
        items.add(Item.of(d, n, stride));
    }

    /**
     * Packs the id of a task.
     *
     * @param v the value
     */
    public void pack(jpvmTaskId v) {
        pack(new jpvmTaskId[] {v}, 1, 1);
    }

    /**
     * Packs ids of tasks: every stride-th element of an array, from the first one on.
     *
     * @param d the array
     * @param n the number of elements that are packed
     * @param stride from one of them to the next one
     */
    public void pack(jpvmTaskId[] d, int n, int stride) {
        items.add(Item.of(addresses(d), n, stride));
    }

    /**
     * Packs a text.
     *
     * @param str the text
     */
    public void pack(String str) {
        items.add(Item.of(str));
    }

    private static TaskAddress[] addresses(jpvmTaskId[] tids) {
        if (tids == null) return null;
        return Stream.of(tids).map(tid -> tid == null ? null : tid.address()).toArray(TaskAddress[]::new);
    }

    // ---- unpack ----

    /** Takes the next element. */
    private synchronized Item take(ItemType wanted) throws jpvmException {
        Item item = items.get(next);
        if (item == null)
            throw new jpvmException("buffer empty, unpack of " + wanted.label() + " after " + next
                    + " elements: unpack as often as the sender has packed, or rewind");
        if (item.type() != wanted)
            throw new jpvmException("buffer type mismatch, unpack of " + wanted.label() + " where element " + next
                    + " is " + item.type().label() + ": unpack in the order of packing");
        next++;
        return item;
    }

    private void unpack(ItemType wanted, Object d, int n, int stride) throws jpvmException {
        try {
            take(wanted).into(d, n, stride);
        } catch (PvmException e) {
            throw new jpvmException(e);
        }
    }

    /**
     * Takes bytes into every stride-th element of an array, from the first one on.
     *
     * @param d the array
     * @param n the number of elements, at most as many as were packed
     * @param stride from one of them to the next one, in the array
     * @throws jpvmException if nothing is left, it has another type or fewer elements, or the array has no room
     */
    public void unpack(byte[] d, int n, int stride) throws jpvmException {
        unpack(ItemType.BYTE, d, n, stride);
    }

    /**
     * {@return a byte, which was packed}
     *
     * @throws jpvmException if nothing is left, or it has another type
     */
    public byte upkbyte() throws jpvmException {
        byte[] d = new byte[1];
        unpack(d, 1, 1);
        return d[0];
    }

    /**
     * Takes characters into every stride-th element of an array, from the first one on.
     *
     * @param d the array
     * @param n the number of elements, at most as many as were packed
     * @param stride from one of them to the next one, in the array
     * @throws jpvmException if nothing is left, it has another type or fewer elements, or the array has no room
     */
    public void unpack(char[] d, int n, int stride) throws jpvmException {
        unpack(ItemType.CHAR, d, n, stride);
    }

    /**
     * {@return a character, which was packed}
     *
     * @throws jpvmException if nothing is left, or it has another type
     */
    public char upkchar() throws jpvmException {
        char[] d = new char[1];
        unpack(d, 1, 1);
        return d[0];
    }

    /**
     * Takes short integers into every stride-th element of an array, from the first one on.
     *
     * @param d the array
     * @param n the number of elements, at most as many as were packed
     * @param stride from one of them to the next one, in the array
     * @throws jpvmException if nothing is left, it has another type or fewer elements, or the array has no room
     */
    public void unpack(short[] d, int n, int stride) throws jpvmException {
        unpack(ItemType.SHORT, d, n, stride);
    }

    /**
     * {@return a short integer, which was packed}
     *
     * @throws jpvmException if nothing is left, or it has another type
     */
    public short upkshort() throws jpvmException {
        short[] d = new short[1];
        unpack(d, 1, 1);
        return d[0];
    }

    /**
     * Takes integers into every stride-th element of an array, from the first one on.
     *
     * @param d the array
     * @param n the number of elements, at most as many as were packed
     * @param stride from one of them to the next one, in the array
     * @throws jpvmException if nothing is left, it has another type or fewer elements, or the array has no room
     */
    public void unpack(int[] d, int n, int stride) throws jpvmException {
        unpack(ItemType.INTEGER, d, n, stride);
    }

    /**
     * {@return an integer, which was packed}
     *
     * @throws jpvmException if nothing is left, or it has another type
     */
    public int upkint() throws jpvmException {
        int[] d = new int[1];
        unpack(d, 1, 1);
        return d[0];
    }

    /**
     * Takes long integers into every stride-th element of an array, from the first one on.
     *
     * @param d the array
     * @param n the number of elements, at most as many as were packed
     * @param stride from one of them to the next one, in the array
     * @throws jpvmException if nothing is left, it has another type or fewer elements, or the array has no room
     */
    public void unpack(long[] d, int n, int stride) throws jpvmException {
        unpack(ItemType.LONG, d, n, stride);
    }

    /**
     * {@return a long integer, which was packed}
     *
     * @throws jpvmException if nothing is left, or it has another type
     */
    public long upklong() throws jpvmException {
        long[] d = new long[1];
        unpack(d, 1, 1);
        return d[0];
    }

    /**
     * Takes numbers of single precision into every stride-th element of an array, from the first one on.
     *
     * @param d the array
     * @param n the number of elements, at most as many as were packed
     * @param stride from one of them to the next one, in the array
     * @throws jpvmException if nothing is left, it has another type or fewer elements, or the array has no room
     */
    public void unpack(float[] d, int n, int stride) throws jpvmException {
        unpack(ItemType.FLOAT, d, n, stride);
    }

    /**
     * {@return a number of single precision, which was packed}
     *
     * @throws jpvmException if nothing is left, or it has another type
     */
    public float upkfloat() throws jpvmException {
        float[] d = new float[1];
        unpack(d, 1, 1);
        return d[0];
    }

    /**
     * Takes numbers of double precision into every stride-th element of an array, from the first one on.
     *
     * @param d the array
     * @param n the number of elements, at most as many as were packed
     * @param stride from one of them to the next one, in the array
     * @throws jpvmException if nothing is left, it has another type or fewer elements, or the array has no room
     */
    public void unpack(double[] d, int n, int stride) throws jpvmException {
        unpack(ItemType.DOUBLE, d, n, stride);
    }

    /**
     * {@return a number of double precision, which was packed}
     *
     * @throws jpvmException if nothing is left, or it has another type
     */
    public double upkdouble() throws jpvmException {
        double[] d = new double[1];
        unpack(d, 1, 1);
        return d[0];
    }

    /**
     * Takes ids of tasks into every stride-th element of an array, from the first one on.
     *
     * @param d the array
     * @param n the number of elements, at most as many as were packed
     * @param stride from one of them to the next one, in the array
     * @throws jpvmException if nothing is left, it has another type or fewer elements, or the array has no room
     */
    public void unpack(jpvmTaskId[] d, int n, int stride) throws jpvmException {
        TaskAddress[] addresses = d == null ? null : new TaskAddress[d.length];
        unpack(ItemType.TID, addresses, n, stride);
        for (int i = 0; i < n; i++) d[i * stride] = jpvmTaskId.of(addresses[i * stride]);
    }

    /**
     * {@return the id of a task, which was packed}
     *
     * @throws jpvmException if nothing is left, or it has another type
     */
    public jpvmTaskId upktid() throws jpvmException {
        jpvmTaskId[] d = new jpvmTaskId[1];
        unpack(d, 1, 1);
        return d[0];
    }

    /**
     * {@return a text, which was packed}
     *
     * @throws jpvmException if nothing is left, or it has another type
     */
    public String upkstr() throws jpvmException {
        return new String((char[]) take(ItemType.STRING).elements());
    }
}
