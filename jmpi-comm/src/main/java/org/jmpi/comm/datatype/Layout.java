package org.jmpi.comm.datatype;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * A type map (MPI-4.1 section 5.1): which elements of an array one item of a datatype covers, and how far apart items
 * lie.
 *
 * <p>All figures are in elements of the base type. The map is kept as runs of adjacent elements, in the order in which
 * they travel; packing copies run by run. A layout does not change, and does not know from which others it was made.
 *
 * <p>The methods that derive one from others throw a {@link CommException} of class COUNT if a count is negative; ARG
 * if a blocklength is negative, if arrays are null or of different lengths, or if size, bounds or extent exceed an int;
 * TYPE if an old layout is null.
 */
public final class Layout {
    /**
     * A mark for the lower bound in a {@link #struct}: it takes no room and carries nothing (MPI-4.1 section 5.1.7).
     */
    public static final Layout LB = new Layout(BasicType.NONE, new Runs.Builder().build(), Bounds.LOWER);

    /** A mark for the upper bound in a {@link #struct}. */
    public static final Layout UB = new Layout(BasicType.NONE, new Runs.Builder().build(), Bounds.UPPER);

    private static final Layout[] OF = new Layout[BasicType.values().length];
    private static final Layout[] VALUE = new Layout[OF.length];

    static {
        for (BasicType type : BasicType.values()) {
            OF[type.ordinal()] = basic(type, false);
            VALUE[type.ordinal()] = basic(type, true);
        }
    }

    /** The most elements that items may have, or extend over: sums with an index fit into a long, bytes too. */
    static final long MOST_ELEMENTS = Long.MAX_VALUE / Long.BYTES;

    /** Items of fewer runs than this are packed several at a time. */
    private static final int FEW_RUNS = 64;

    private final BasicType type;
    private final boolean value;
    private final Runs runs;
    private final Bounds bounds;
    private final int lowerBound;
    private final int extent;
    private final int batch;
    private final Runs batchRuns;

    private Layout(BasicType type, Runs runs, Bounds bounds) {
        this(type, false, runs, bounds);
    }

    private Layout(BasicType type, boolean value, Runs runs, Bounds bounds) {
        this.type = type;
        this.value = value;
        this.runs = runs;
        this.bounds = bounds;
        this.lowerBound = (int) bounds.lowerBound();
        this.extent = (int) (bounds.upperBound() - bounds.lowerBound());
        this.batch = batch();
        this.batchRuns = batch == 1 ? runs : repeated(batch);
    }

    /** Returns how many items are packed at a time: so many that figures of a batch fit into an int. */
    private int batch() {
        int most = runs.count() == 0 || isContiguous() ? 1 : Math.max(1, FEW_RUNS / runs.count());
        long reach = (long) most * extent;
        boolean fits =
                isInt(reach) && isInt(runs.low() + reach) && isInt(runs.high() + reach) && isInt((long) most * size());
        return fits ? most : 1;
    }

    private static boolean isInt(long value) {
        return (int) value == value;
    }

    private Runs repeated(int items) {
        Runs.Builder all = new Runs.Builder();
        all.add(runs, 0, items, extent);
        return all.build();
    }

    private static Layout basic(BasicType type, boolean value) {
        if (type == BasicType.NONE) return new Layout(type, new Runs.Builder().build(), Bounds.EMPTY);
        Runs.Builder one = new Runs.Builder();
        one.add(0, 1);
        return new Layout(type, value, one.build(), Bounds.ELEMENT);
    }

    /**
     * {@return the layout of one element}
     *
     * @param type what an element is
     */
    public static Layout of(BasicType type) {
        return OF[type.ordinal()];
    }

    /**
     * {@return the layout of one element that is a value, not the only element of an array} A receive of an {@link
     * BasicType#OBJECT} value takes a message of any type: a value of a primitive type arrives as its box, and an array
     * of a primitive type as a new array.
     *
     * @param type what the element is
     */
    public static Layout ofValue(BasicType type) {
        return VALUE[type.ordinal()];
    }

    // ---- deriving layouts (MPI-4.1 section 5.1.2) ----

    /**
     * {@return {@code count} items, one after the other}
     *
     * @param count the number of adjacent elements or items
     * @param old what one of the items covers
     */
    public static Layout contiguous(int count, Layout old) {
        checkCount(count);
        checkOld(old);
        return new Assembly().block(0, count, old).layout();
    }

    /**
     * {@return blocks of items at equal distances}
     *
     * @param count blocks
     * @param blocklength items of each block
     * @param stride extents of the old layout from one block's start to the next one's
     * @param old what one of the items covers
     */
    public static Layout vector(int count, int blocklength, int stride, Layout old) {
        checkOld(old);
        return strided(count, blocklength, (long) stride * old.extent, old);
    }

    /**
     * {@return blocks of items at equal distances}
     *
     * @param count blocks
     * @param blocklength items of each block
     * @param stride elements from one block's start to the next one's
     * @param old what one of the items covers
     */
    public static Layout hvector(int count, int blocklength, int stride, Layout old) {
        checkOld(old);
        return strided(count, blocklength, stride, old);
    }

    private static Layout strided(int count, int blocklength, long stride, Layout old) {
        checkCount(count);
        checkBlocklength(blocklength, 0);
        if (stride == (long) blocklength * old.extent && (long) count * blocklength <= Integer.MAX_VALUE)
            return contiguous(count * blocklength, old);
        return new Assembly().blocks(count, stride, blocklength, old).layout();
    }

    /**
     * {@return blocks of items at any places}
     *
     * @param blocklengths items of each block
     * @param displacements where each block starts, in extents of the old layout
     * @param old what one of the items covers
     */
    public static Layout indexed(int[] blocklengths, int[] displacements, Layout old) {
        checkOld(old);
        return indexed(blocklengths, displacements, old.extent, old);
    }

    /**
     * {@return blocks of items at any places}
     *
     * @param blocklengths items of each block
     * @param displacements where each block starts, in elements
     * @param old what one of the items covers
     */
    public static Layout hindexed(int[] blocklengths, int[] displacements, Layout old) {
        checkOld(old);
        return indexed(blocklengths, displacements, 1, old);
    }

    private static Layout indexed(int[] blocklengths, int[] displacements, int unit, Layout old) {
        checkBlocks(blocklengths, displacements);
        Assembly all = new Assembly().base(old);
        for (int i = 0; i < blocklengths.length; i++) all.block((long) displacements[i] * unit, blocklengths[i], old);
        return all.layout();
    }

    /**
     * {@return blocks of items of several layouts, which have one base type, at any places} Of no blocks there is no
     * base type: items of it carry nothing.
     *
     * @param blocklengths items of each block
     * @param displacements where each block starts, in elements
     * @param olds the layout of each block, or {@link #LB} or {@link #UB}
     * @throws CommException also of class TYPE if the base types differ
     */
    public static Layout struct(int[] blocklengths, int[] displacements, Layout[] olds) {
        checkBlocks(blocklengths, displacements);
        if (olds == null) throw new CommException(ErrorClass.ARG, "array of datatypes is null");
        if (olds.length < blocklengths.length)
            throw new CommException(
                    ErrorClass.ARG,
                    "array of datatypes too short: blocklengths=" + blocklengths.length + ", datatypes=" + olds.length);
        Assembly all = new Assembly();
        for (int i = 0; i < blocklengths.length; i++) {
            if (olds[i] == null) throw new CommException(ErrorClass.TYPE, "datatype of block " + i + " is null");
            all.block(displacements[i], blocklengths[i], olds[i]);
        }
        return all.layout();
    }

    private static void checkCount(int count) {
        if (count < 0) throw new CommException(ErrorClass.COUNT, "count is negative: " + count);
    }

    private static void checkOld(Layout old) {
        if (old == null) throw new CommException(ErrorClass.TYPE, "datatype is null");
    }

    private static void checkBlocklength(int blocklength, int block) {
        if (blocklength < 0)
            throw new CommException(
                    ErrorClass.ARG, "blocklength is negative: block=" + block + ", blocklength=" + blocklength);
    }

    private static void checkBlocks(int[] blocklengths, int[] displacements) {
        if (blocklengths == null) throw new CommException(ErrorClass.ARG, "array of blocklengths is null");
        if (displacements == null) throw new CommException(ErrorClass.ARG, "array of displacements is null");
        if (displacements.length < blocklengths.length)
            throw new CommException(
                    ErrorClass.ARG,
                    "array of displacements too short: blocklengths=" + blocklengths.length + ", displacements="
                            + displacements.length);
        for (int i = 0; i < blocklengths.length; i++) checkBlocklength(blocklengths[i], i);
    }

    // ---- the form in which it travels ----

    /**
     * Writes the form in which the layout travels to another rank.
     *
     * @param out gets it
     */
    public void encode(ByteArrayOutputStream out) {
        LayoutForm.write(type, value, runs, bounds, out);
    }

    /**
     * {@return the layout of another rank}
     *
     * @param in has its form; the position is behind it afterwards
     * @param mostRuns of adjacent elements: 8 bytes each at most, whatever the form's length
     * @throws IllegalArgumentException if it is the form of no layout, or there are more runs
     */
    public static Layout decode(ByteBuffer in, int mostRuns) {
        return LayoutForm.read(in, mostRuns);
    }

    /** Returns the layout of a form whose figures fit together; one object for an element, and for a marker. */
    static Layout ofForm(BasicType type, boolean value, Runs runs, Bounds bounds) {
        Layout found = new Layout(type, value, runs, bounds);
        Layout basic = value ? ofValue(type) : of(type);
        if (found.isLike(basic)) return basic;
        if (value || type == BasicType.NONE && runs.count() > 0)
            throw LayoutForm.malformed("no element of " + type + ": " + found);
        if (found.isLike(LB)) return LB;
        return found.isLike(UB) ? UB : found;
    }

    /** Returns whether an item has the same bounds, and the same elements if it has one at most. */
    private boolean isLike(Layout single) {
        return type == single.type
                && value == single.value
                && bounds.equals(single.bounds)
                && runs.count() == single.runs.count()
                && (runs.count() == 0 || runs.displacements[0] == 0 && runs.size() == 1);
    }

    // ---- properties ----

    /** {@return the type of its elements; NONE if it was made of none} */
    public BasicType type() {
        return type;
    }

    /** {@return whether it is {@link #LB} or {@link #UB}, of which there are no items} */
    public boolean isMarker() {
        return this == LB || this == UB;
    }

    /** {@return the elements that one item transfers} */
    public int size() {
        return runs.size();
    }

    /** {@return the elements from one item's start to the next one's} */
    public int extent() {
        return extent;
    }

    /** {@return an item's lower bound, in elements from its start: that of its first element, or of a marker} */
    public int lowerBound() {
        return lowerBound;
    }

    /** {@return an item's upper bound, in elements from its start: the end of its last element, or a marker} */
    public int upperBound() {
        return lowerBound + extent;
    }

    /**
     * {@return the lowest displacement of an element of {@code count} items, from the first one's start; 0 if there is
     * none}
     *
     * @param count the number of items
     */
    public long low(long count) {
        return count == 0 || size() == 0 ? 0 : runs.low() + Math.min(0, (count - 1) * extent);
    }

    /**
     * {@return the highest end of an element of {@code count} items, from the first one's start; 0 if there is none}
     *
     * @param count the number of items
     */
    public long high(long count) {
        return count == 0 || size() == 0 ? 0 : runs.high() + Math.max(0, (count - 1) * extent);
    }

    /**
     * {@return the elements from the first one that {@code count} items cover to the last one, and the first one's
     * start among them}
     *
     * @param count the number of items
     */
    public long span(long count) {
        return Math.max(0, high(count)) - Math.min(0, low(count));
    }

    /**
     * {@return whether the figures of so many items fit into a long; of items without elements, whether their number,
     * which travels, fits into an int}
     *
     * @param count the number of items
     * @param times how often so many
     */
    public boolean canCount(long count, int times) {
        if (count <= Integer.MAX_VALUE && count * times <= Integer.MAX_VALUE) return true;
        long most = size() == 0 ? Integer.MAX_VALUE : MOST_ELEMENTS / Math.max(size(), Math.abs((long) extent));
        return times == 0 || count <= most / times;
    }

    /**
     * Returns how many elements of {@code count} items an array holds, in the order in which they travel, before the
     * first one that it does not.
     *
     * @param length of the array, in elements
     * @param offset the index of the first item's start
     */
    long elementsWithin(long length, long offset, long count) {
        if (offset + low(count) >= 0 && offset + high(count) <= length) return count * size();
        long items = itemsWithin(length, offset);
        long start = offset + items * extent;
        long elements = items * size();
        for (int run = 0; run < runs.count(); run++) {
            long first = start + runs.displacements[run];
            long within = first < 0 ? 0 : Math.max(0, Math.min(runs.length(run), length - first));
            elements += within;
            if (within < runs.length(run)) break;
        }
        return elements;
    }

    /** Returns how many whole items an array holds, of more than it does. */
    private long itemsWithin(long length, long offset) {
        long low = offset + runs.low();
        long high = offset + runs.high();
        if (low < 0 || high > length) return 0;
        return 1 + (extent > 0 ? (length - high) / extent : low / -extent);
    }

    /** {@return the number of runs of adjacent elements} */
    public int runs() {
        return runs.count();
    }

    /**
     * {@return the start of a run, in elements from the item's start}
     *
     * @param run the number of the run, from 0
     */
    public int displacement(int run) {
        return runs.displacements[run];
    }

    /**
     * {@return how many elements a run has}
     *
     * @param run the number of the run, from 0
     */
    public int length(int run) {
        return runs.length(run);
    }

    /** {@return whether the element is a value, see {@link #ofValue}} */
    public boolean isValue() {
        return value;
    }

    /** {@return whether items follow each other without a gap, so that any number of them is one run} */
    public boolean isContiguous() {
        return runs.count() == 1 && runs.displacements[0] == 0 && runs.size() == extent;
    }

    /** Returns the runs of as many items as are packed at a time. */
    Runs batchRuns() {
        return batchRuns;
    }

    /** Returns the elements from the start of such a batch to the next one's. */
    int batchExtent() {
        return batch * extent;
    }

    @Override
    public String toString() {
        if (this == of(type)) return type.toString();
        String from = lowerBound == 0 ? "" : ", from " + lowerBound;
        return size() + " elements of " + type + " in an extent of " + extent + from;
    }

    /** A layout that is being put together from blocks of others. */
    private static final class Assembly {
        private final Runs.Builder runs = new Runs.Builder();
        private BasicType type = BasicType.NONE;
        private Bounds bounds = Bounds.EMPTY;
        private long size;

        Assembly base(Layout old) {
            if (type != BasicType.NONE && old.type != BasicType.NONE && type != old.type)
                throw new CommException(
                        ErrorClass.TYPE, "a datatype has one base type: " + type + " and " + old.type + " differ");
            if (type == BasicType.NONE) type = old.type;
            return this;
        }

        /** Adds one block of items. */
        Assembly block(long displacement, int blocklength, Layout old) {
            return blocks(1, displacement, 0, blocklength, old);
        }

        /** Adds blocks of items at equal distances, the first at the start. */
        Assembly blocks(int count, long stride, int blocklength, Layout old) {
            return blocks(count, 0, stride, blocklength, old);
        }

        private Assembly blocks(int count, long displacement, long stride, int blocklength, Layout old) {
            base(old);
            if (count == 0 || blocklength == 0) return this;
            if (count > 1) checkInt("stride", stride);
            cover(displacement, blocklength, old);
            cover(displacement + (count - 1) * stride, blocklength, old);
            if (old.size() == 0) return this;
            size = checkInt("size", size + checkInt("size", (long) count * blocklength) * old.size());
            for (int i = 0; i < count; i++) runs.add(old.runs, displacement + i * stride, blocklength, old.extent);
            return this;
        }

        private void cover(long displacement, int blocklength, Layout old) {
            Bounds first = old.bounds.shifted(displacement);
            bounds = bounds.and(first).and(first.shifted((blocklength - 1L) * old.extent));
            if (bounds.low() > bounds.high()) return;
            checkInt("lowest displacement", bounds.low());
            checkInt("highest displacement", bounds.high());
        }

        private static long checkInt(String what, long value) {
            if (!isInt(value))
                throw new CommException(
                        ErrorClass.ARG, "datatype too large: its " + what + " exceeds an int: " + value);
            return value;
        }

        Layout layout() {
            checkInt("extent", bounds.upperBound() - bounds.lowerBound());
            return new Layout(type, runs.build(), bounds);
        }
    }
}
