package org.jmpi.comm.datatype;

import java.util.BitSet;
import jdk.internal.vm.annotation.Contended;
import org.jmpi.comm.error.CommException;

/**
 * The buffer that a call sends from or receives into: {@code count} items of a layout from an offset on. For one thread
 * at a time, as it keeps what it has found out about the array.
 */
@Contended
public final class Buffer {
    private Object array;
    private long offset;
    private long count;
    private Layout layout;

    /** The part of the array, once there has been one. */
    private Segment segment;

    /** Whether the segment is that of the present array. */
    private boolean checked;

    /** Whether the operation writes to the array. */
    private boolean written;

    /** Makes a buffer of nothing, until it is set. */
    public Buffer() {}

    /**
     * Names a part of an array, which is not looked at yet.
     *
     * @param array an array of the layout's base type
     * @param offset the index of the first item's start, in elements
     * @param count the number of items
     * @param layout what one item covers
     */
    public Buffer(Object array, long offset, long count, Layout layout) {
        set(array, offset, count, layout);
    }

    /**
     * Names another part of an array, which is not looked at yet; returns this.
     *
     * @param array an array of the layout's base type
     * @param offset the index of the first item's start, in elements
     * @param count the number of items
     * @param layout what one item covers
     * @return this
     */
    public Buffer set(Object array, long offset, long count, Layout layout) {
        this.array = array;
        this.offset = offset;
        this.count = count;
        this.layout = layout;
        this.checked = false;
        this.written = false;
        return this;
    }

    /**
     * Names another number of items from the first one on; returns this.
     *
     * @param items the number of items
     * @return this
     */
    public Buffer count(long items) {
        count = items;
        checked = false;
        return this;
    }

    /**
     * Has this name a copy of a segment that the calling thread alone may access.
     *
     * @return the copy; null if this names what the program gave
     * @throws CommException as {@link ForeignMemory#copied} does
     */
    public ForeignMemory copySegment() {
        if (layout == null || count <= 0) return null;
        ForeignMemory copied = ForeignMemory.copied(array);
        if (copied != null) set(copied.copy(), offset, count, layout);
        return copied;
    }

    /**
     * {@return the items in an array of the layout's type: these if they lie in one, else copies of them}
     *
     * @throws CommException of class COUNT if no array can hold them
     */
    public Buffer inArray() {
        if (elements() == 0 || type().arrayClass().isInstance(array)) return this;
        Buffer copy = allocate(layout, count);
        copy.segment().copy(segment());
        return copy;
    }

    /**
     * Has a check refuse memory that is read-only; returns this.
     *
     * @return this
     */
    public Buffer written() {
        written = true;
        return this;
    }

    /**
     * Names the part of an array that a segment is; returns this.
     *
     * @param part which has been set
     * @return this
     */
    public Buffer set(Segment part) {
        return set(part.array(), part.offset(), part.count(), part.layout());
    }

    /** Drops the reference to the array. */
    public void clear() {
        array = null;
        checked = false;
        if (segment != null) segment.clear();
    }

    /** {@return the array that the elements are in} */
    public Object array() {
        return array;
    }

    /** {@return the index of the first item's start, in elements} */
    public long offset() {
        return offset;
    }

    /** {@return the number of items} */
    public long count() {
        return count;
    }

    /** {@return the layout of an item} */
    public Layout layout() {
        return layout;
    }

    /**
     * {@return new memory for this many adjacent elements}
     *
     * @param type what an element is
     * @param elements the number of elements
     * @throws CommException of class COUNT if no array can have so many
     */
    public static Buffer allocate(BasicType type, long elements) {
        return new Buffer(type.newArray(elements), 0, elements, Layout.of(type));
    }

    /**
     * {@return new memory that items may be received into and combined in: an array}
     *
     * @param layout of an item
     * @param count the number of items
     * @throws CommException of class COUNT if no array can hold them
     */
    public static Buffer allocate(Layout layout, long count) {
        long start = -Math.min(0, layout.low(count));
        return new Buffer(layout.type().newArray(layout.span(count)), start, count, layout);
    }

    /**
     * {@return all of an array}
     *
     * @param array whose elements are the items
     */
    public static Buffer of(int[] array) {
        return new Buffer(array, 0, array.length, Layout.of(BasicType.INT));
    }

    /**
     * {@return some of the items, from number {@code first} on; they need not be among the {@code count} ones} No items
     * lie at the start: where others end may be outside the array, if their bounds are.
     *
     * @param first the number of the first item
     * @param items how many
     */
    public Buffer items(long first, long items) {
        return new Buffer(array, items == 0 ? offset : offset + first * layout.extent(), items, layout);
    }

    /** {@return the number of elements that travel} */
    public long elements() {
        return count * layout.size();
    }

    /** {@return the bytes that travel; 0 for objects, whose bytes are not known before they are encoded} */
    public long bytes() {
        return elements() * layout.type().width();
    }

    /** {@return the type of an element} */
    public BasicType type() {
        return layout.type();
    }

    /**
     * Copies the elements into another buffer, if both have as many of one type whose elements have a width.
     *
     * @param other the items written
     * @return whether that is so
     */
    public boolean copyTo(Buffer other) {
        return other.segment().copy(segment());
    }

    /**
     * {@return whether an element is in both buffers; gaps do not count}
     *
     * @param other of the same array, or of another one
     */
    public boolean overlaps(Buffer other) {
        if (array != other.array) return false;
        if (type().width() != other.type().width()) return overlapsInBytes(other);
        long from = Math.max(first(), other.first());
        long end = Math.min(end(), other.end());
        if (from >= end) return false;
        if (layout.isContiguous() && other.layout.isContiguous() || end - from > Integer.MAX_VALUE) return true;
        return elements(from, end).intersects(other.elements(from, end));
    }

    /** Returns whether the bytes of two ranges intersect, of elements of two widths in one {@code ByteBuffer}. */
    private boolean overlapsInBytes(Buffer other) {
        long from =
                Math.max(first() * type().width(), other.first() * other.type().width());
        return from
                < Math.min(end() * type().width(), other.end() * other.type().width());
    }

    private long first() {
        return offset + layout.low(count);
    }

    private long end() {
        return offset + layout.high(count);
    }

    /** Returns which elements between two indices are among the items, counted from the first index. */
    private BitSet elements(long from, long end) {
        BitSet elements = new BitSet();
        for (long item = 0; item < count; item++)
            for (int run = 0; run < layout.runs(); run++) {
                long start = offset + item * layout.extent() + layout.displacement(run);
                long stop = Math.min(end, start + layout.length(run));
                if (stop > Math.max(from, start))
                    elements.set((int) (Math.max(from, start) - from), (int) (stop - from));
            }
        return elements;
    }

    /**
     * Checks that the items lie within the array.
     *
     * @throws CommException of class BUFFER, COUNT, TYPE or ARG
     */
    public void check() {
        segment();
    }

    /**
     * Does the same as {@link #check()}.
     *
     * @param name of the buffer, for the message
     * @throws CommException of class BUFFER, COUNT, TYPE or ARG
     */
    public void check(String name) {
        try {
            segment();
        } catch (CommException e) {
            throw e.at(name);
        }
    }

    /** {@return the length of the array in elements, all rows together} */
    public long arrayLength() {
        return Memory.lengthOf(array, layout);
    }

    /**
     * {@return the part of the array, this buffer's own: to be used until the buffer is set again, and not to be
     * cleared}
     *
     * @throws CommException as {@link #check()} does
     */
    public Segment segment() {
        if (checked) return segment;
        if (segment == null) segment = new Segment();
        if (written) segment.setWritten(this);
        else segment.set(this);
        checked = true;
        return segment;
    }
}
