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
 * buffer.pack(row, row.length, 1);  // all of row
 * jpvm.pvm_send(buffer, tids[0], 7);
 * </pre>
 *
 * <p>The calls for arrays take {@code n} elements of the array: the first one, and then every {@code stride}-th. Unpack
 * may ask for fewer elements than were packed.
 *
 * <p>Unpack throws {@link jpvmException} if nothing is left, if what is next has another type or fewer elements, or if
 * the array has no room. Pack throws {@link IllegalArgumentException} if the array has no such elements, or the
 * value is null.
 */
@SuppressWarnings("checkstyle:javadocmethod") // said once, above
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

    /** Packs a byte. */
    public void pack(byte v) {
        pack(new byte[] {v}, 1, 1);
    }

    /** Packs bytes of an array. */
    public void pack(byte[] d, int n, int stride) {
        items.add(Item.of(d, n, stride));
    }

    /** Packs a character. */
    public void pack(char v) {
        pack(new char[] {v}, 1, 1);
    }

    /** Packs characters of an array. */
    public void pack(char[] d, int n, int stride) {
        items.add(Item.of(d, n, stride));
    }

    /** Packs a short integer. */
    public void pack(short v) {
        pack(new short[] {v}, 1, 1);
    }

    /** Packs short integers of an array. */
    public void pack(short[] d, int n, int stride) {
        items.add(Item.of(d, n, stride));
    }

    /** Packs an integer. */
    public void pack(int v) {
        pack(new int[] {v}, 1, 1);
    }

    /** Packs integers of an array. */
    public void pack(int[] d, int n, int stride) {
        items.add(Item.of(d, n, stride));
    }

    /** Packs a long integer. */
    public void pack(long v) {
        pack(new long[] {v}, 1, 1);
    }

    /** Packs long integers of an array. */
    public void pack(long[] d, int n, int stride) {
        items.add(Item.of(d, n, stride));
    }

    /** Packs a number of single precision. */
    public void pack(float v) {
        pack(new float[] {v}, 1, 1);
    }

    /** Packs numbers of single precision of an array. */
    public void pack(float[] d, int n, int stride) {
        items.add(Item.of(d, n, stride));
    }

    /** Packs a number of double precision. */
    public void pack(double v) {
        pack(new double[] {v}, 1, 1);
    }

    /** Packs numbers of double precision of an array. */
    public void pack(double[] d, int n, int stride) {
        items.add(Item.of(d, n, stride));
    }

    /** Packs the id of a task. */
    public void pack(jpvmTaskId v) {
        pack(new jpvmTaskId[] {v}, 1, 1);
    }

    /** Packs ids of tasks of an array. */
    public void pack(jpvmTaskId[] d, int n, int stride) {
        items.add(Item.of(addresses(d), n, stride));
    }

    /** Packs a text. */
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

    /** Unpacks bytes into an array. */
    public void unpack(byte[] d, int n, int stride) throws jpvmException {
        unpack(ItemType.BYTE, d, n, stride);
    }

    /** {@return a byte that was packed} */
    public byte upkbyte() throws jpvmException {
        byte[] d = new byte[1];
        unpack(d, 1, 1);
        return d[0];
    }

    /** Unpacks characters into an array. */
    public void unpack(char[] d, int n, int stride) throws jpvmException {
        unpack(ItemType.CHAR, d, n, stride);
    }

    /** {@return a character that was packed} */
    public char upkchar() throws jpvmException {
        char[] d = new char[1];
        unpack(d, 1, 1);
        return d[0];
    }

    /** Unpacks short integers into an array. */
    public void unpack(short[] d, int n, int stride) throws jpvmException {
        unpack(ItemType.SHORT, d, n, stride);
    }

    /** {@return a short integer that was packed} */
    public short upkshort() throws jpvmException {
        short[] d = new short[1];
        unpack(d, 1, 1);
        return d[0];
    }

    /** Unpacks integers into an array. */
    public void unpack(int[] d, int n, int stride) throws jpvmException {
        unpack(ItemType.INTEGER, d, n, stride);
    }

    /** {@return an integer that was packed} */
    public int upkint() throws jpvmException {
        int[] d = new int[1];
        unpack(d, 1, 1);
        return d[0];
    }

    /** Unpacks long integers into an array. */
    public void unpack(long[] d, int n, int stride) throws jpvmException {
        unpack(ItemType.LONG, d, n, stride);
    }

    /** {@return a long integer that was packed} */
    public long upklong() throws jpvmException {
        long[] d = new long[1];
        unpack(d, 1, 1);
        return d[0];
    }

    /** Unpacks numbers of single precision into an array. */
    public void unpack(float[] d, int n, int stride) throws jpvmException {
        unpack(ItemType.FLOAT, d, n, stride);
    }

    /** {@return a number of single precision that was packed} */
    public float upkfloat() throws jpvmException {
        float[] d = new float[1];
        unpack(d, 1, 1);
        return d[0];
    }

    /** Unpacks numbers of double precision into an array. */
    public void unpack(double[] d, int n, int stride) throws jpvmException {
        unpack(ItemType.DOUBLE, d, n, stride);
    }

    /** {@return a number of double precision that was packed} */
    public double upkdouble() throws jpvmException {
        double[] d = new double[1];
        unpack(d, 1, 1);
        return d[0];
    }

    /** Unpacks ids of tasks into an array. */
    public void unpack(jpvmTaskId[] d, int n, int stride) throws jpvmException {
        TaskAddress[] addresses = d == null ? null : new TaskAddress[d.length];
        unpack(ItemType.TID, addresses, n, stride);
        for (int i = 0; i < n; i++) d[i * stride] = jpvmTaskId.of(addresses[i * stride]);
    }

    /** {@return the id of a task that was packed} */
    public jpvmTaskId upktid() throws jpvmException {
        jpvmTaskId[] d = new jpvmTaskId[1];
        unpack(d, 1, 1);
        return d[0];
    }

    /** {@return a text that was packed} */
    public String upkstr() throws jpvmException {
        return new String((char[]) take(ItemType.STRING).elements());
    }
}
