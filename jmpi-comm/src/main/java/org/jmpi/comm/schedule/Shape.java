package org.jmpi.comm.schedule;

import java.util.Arrays;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;

/** The properties of a buffer, or of blocks in one array, that a schedule depends on. */
final class Shape {
    /** The class of the array; null if there is none. */
    private Class<?> array;

    /** What an item covers. */
    private Layout layout;

    /** The items of the buffer, or of each block. */
    private long count;

    /** The items of each block, if they differ; else null. */
    private int[] counts;

    /** Where each block starts, if blocks do not follow each other; else null. */
    private int[] displacements;

    /** What an item of each block covers, if that differs; else null. */
    private Layout[] layouts;

    /** Becomes that of no buffer. */
    void clear() {
        set(null, null, 0, null, null, null);
    }

    void set(Buffer buffer) {
        set(buffer.array(), buffer.layout(), buffer.count(), null, null, null);
    }

    void set(Object ofArray, Layout ofItem, long items, int[] ofEach, int[] places, Layout[] layoutOfEach) {
        array = ofArray == null ? null : ofArray.getClass();
        layout = ofItem;
        count = items;
        counts = ofEach;
        displacements = places;
        layouts = layoutOfEach;
    }

    /** Says how many items each block has. */
    void counts(int[] ofEach) {
        counts = ofEach;
    }

    /** Returns one that the program can't change. */
    Shape copy() {
        Shape copy = new Shape();
        copy.array = array;
        copy.layout = layout;
        copy.count = count;
        copy.counts = counts == null ? null : counts.clone();
        copy.displacements = displacements == null ? null : displacements.clone();
        copy.layouts = layouts == null ? null : layouts.clone();
        return copy;
    }

    boolean isLike(Shape other) {
        return count == other.count
                && layout == other.layout
                && array == other.array
                && Arrays.equals(counts, other.counts)
                && Arrays.equals(displacements, other.displacements)
                && Arrays.equals(layouts, other.layouts);
    }
}
