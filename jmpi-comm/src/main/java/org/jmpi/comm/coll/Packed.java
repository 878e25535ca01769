package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.schedule.ScheduleBuilder;

/**
 * A buffer's elements without gaps, in the order in which they travel: the buffer's own array where they lie so, else a
 * copy.
 *
 * <p>Ranks may describe the same bytes by different datatypes, or as PACKED ones. Only the bytes are the same at all
 * ranks, so an operation cuts at multiples of {@value #UNIT} bytes, which is a whole number of elements of every type.
 */
final class Packed {
    private static final int UNIT = 8;

    private final Buffer buffer;
    private final Buffer elements;

    /**
     * Makes room for a buffer's elements.
     *
     * @param buffer of a weight that {@link ScheduleBuilder#fits}
     */
    Packed(ScheduleBuilder builder, Buffer buffer) {
        this.buffer = buffer;
        this.elements =
                buffer.layout().isContiguous() ? elementsOf(buffer) : builder.room(buffer.type(), buffer.elements());
    }

    private static Buffer elementsOf(Buffer buffer) {
        return new Buffer(buffer.array(), buffer.offset(), buffer.elements(), Layout.of(buffer.type()));
    }

    /**
     * Returns the bytes of a buffer, or its elements if they are objects, whose bytes are not known: the same at every
     * rank.
     */
    static long weight(Buffer buffer) {
        return Math.max(buffer.bytes(), buffer.elements());
    }

    /** Returns the elements. */
    Buffer elements() {
        return elements;
    }

    /** Copies the buffer's elements to here, if they are not here anyway. */
    void pack(ScheduleBuilder builder) {
        if (elements.array() != buffer.array()) builder.copy(buffer, elements);
    }

    /** Copies the elements from here to the buffer. */
    void unpack(ScheduleBuilder builder) {
        if (elements.array() != buffer.array()) builder.copy(elements, buffer);
    }

    /** Cuts the elements into blocks, in the same way at every rank. */
    Partition cut(int blocks) {
        return Partition.even(elements.count(), blocks, elementsPerUnit());
    }

    /** Cuts the elements into blocks of at most this many bytes, or an eighth of it in objects; into one at least. */
    Partition cutBy(long bytes) {
        long unitsPerPart = Math.max(1, bytes / UNIT);
        long units = (elements.count() + elementsPerUnit() - 1) / elementsPerUnit();
        return cut((int) Math.max(1, (units + unitsPerPart - 1) / unitsPerPart));
    }

    private int elementsPerUnit() {
        int width = elements.type().width();
        return width == 0 ? 1 : UNIT / width;
    }
}
