package org.jmpi.comm.check;

import java.util.BitSet;
import org.jmpi.comm.datatype.Layout;

/**
 * The elements of an array that an operation reads or writes.
 *
 * @param array the array
 * @param offset the index of the first item's start
 * @param count the number of items
 * @param layout what an item covers
 */
record Memory(Object array, int offset, int count, Layout layout) {
    boolean overlaps(Memory other) {
        if (array != other.array || first() >= other.end() || other.first() >= end()) return false;
        if (layout.isContiguous() && other.layout.isContiguous()) return true;
        return elements(first()).intersects(other.elements(first()));
    }

    private long first() {
        return offset + layout.low(count);
    }

    private long end() {
        return offset + layout.high(count);
    }

    /** Returns the elements from an index on, counted from there. */
    private BitSet elements(long from) {
        BitSet elements = new BitSet();
        for (int item = 0; item < count; item++)
            for (int run = 0; run < layout.runs(); run++) {
                long start = offset + (long) item * layout.extent() + layout.displacement(run) - from;
                long end = start + layout.length(run);
                if (end > 0) elements.set((int) Math.max(0, start), (int) end);
            }
        return elements;
    }
}
