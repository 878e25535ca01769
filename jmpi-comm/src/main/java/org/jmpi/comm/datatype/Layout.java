package org.jmpi.comm.datatype;

/**
 * A type map (MPI-4.1 section 4.1): which elements of an array one item of a datatype covers, and how far apart items lie.
 *
 * <p>All figures are in elements of the base type. The map is kept as runs of adjacent elements, in the order in which they
 * travel; packing copies run by run.
 */
public final class Layout {
    private final BasicType type;
    private final int[] displacements;
    private final int[] lengths;
    private final int size;
    private final int lowerBound;
    private final int extent;

    private Layout(BasicType type, int[] displacements, int[] lengths, int lowerBound, int extent) {
        this.type = type;
        this.displacements = displacements;
        this.lengths = lengths;
        this.lowerBound = lowerBound;
        this.extent = extent;
        int elements = 0;
        for (int length : lengths) elements += length;
        this.size = elements;
    }

    /** Returns the layout of adjacent elements, {@code count} to an item. */
    public static Layout contiguous(BasicType type, int count) {
        return new Layout(type, new int[] {0}, new int[] {count}, 0, count);
    }

    public BasicType type() {
        return type;
    }

    /** Returns the elements that one item transfers. */
    public int size() {
        return size;
    }

    /** Returns the elements from one item's start to the next one's. */
    public int extent() {
        return extent;
    }

    /** Returns the displacement, in elements, of an item's first one; may be negative. */
    public int lowerBound() {
        return lowerBound;
    }

    /** Returns the elements from the first item's start to the end of the last of {@code count} items, at least 1 of them. */
    public int span(int count) {
        int end = 0;
        for (int run = 0; run < lengths.length; run++) end = Math.max(end, displacements[run] + lengths[run]);
        return Math.max(end, extent) + (count - 1) * extent;
    }

    /** Returns the number of runs of adjacent elements. */
    public int runs() {
        return lengths.length;
    }

    /** Returns where a run starts, in elements from the item's start. */
    public int displacement(int run) {
        return displacements[run];
    }

    /** Returns how many elements a run has. */
    public int length(int run) {
        return lengths[run];
    }

    /** Returns whether items follow each other without a gap, so that any number of them is one run. */
    public boolean isContiguous() {
        return lengths.length == 1 && displacements[0] == 0 && lengths[0] == extent;
    }
}
