package org.jmpi.comm.datatype;

/**
 * What a call is given to send from or to receive into: {@code count} items of a layout from an offset on.
 *
 * @param array an array of the layout's base type
 * @param offset the index of the first item's start, in elements
 * @param count the number of items
 * @param layout what one item covers
 */
public record Buffer(Object array, int offset, int count, Layout layout) {
    /** Returns new memory for this many adjacent elements. */
    public static Buffer allocate(BasicType type, int elements) {
        return new Buffer(type.newArray(elements), 0, elements, Layout.contiguous(type, 1));
    }

    /** Returns all of an array. */
    public static Buffer of(int[] array) {
        return new Buffer(array, 0, array.length, Layout.contiguous(BasicType.INT, 1));
    }

    /**
     * Returns some of the items, from number {@code first} on; they need not be among the {@code count} ones. No items lie
     * at the start: where others end may be outside the array, if their bounds are.
     */
    public Buffer items(int first, int items) {
        return new Buffer(array, items == 0 ? offset : offset + first * layout.extent(), items, layout);
    }

    /** Returns the number of elements that travel. */
    public long elements() {
        return (long) count * layout.size();
    }

    /** Returns the bytes that travel; 0 for objects, whose bytes nobody knows before they are encoded. */
    public long bytes() {
        return elements() * layout.type().width();
    }

    public BasicType type() {
        return layout.type();
    }

    /**
     * Copies the elements into another buffer, if both have as many of one type whose elements have a width.
     *
     * @return whether that is so
     */
    public boolean copyTo(Buffer other) {
        if (type().width() == 0 || type() != other.type() || elements() != other.elements()) return false;
        other.segment().take(segment(), bytes());
        return true;
    }

    /**
     * Checks that the items lie within the array.
     *
     * @throws org.jmpi.comm.error.CommException of class BUFFER, COUNT, TYPE or ARG
     */
    public void check() {
        segment();
    }

    Segment segment() {
        Segment segment = new Segment();
        segment.set(array, offset, count, layout);
        return segment;
    }
}
