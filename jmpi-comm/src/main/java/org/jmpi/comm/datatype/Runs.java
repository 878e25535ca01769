package org.jmpi.comm.datatype;

import java.util.Arrays;

/**
 * The runs of adjacent elements that an item of a type covers, in the order of the type map, each as long as can be.
 *
 * <p>A run takes 4 bytes if all are of one length, else 8; the run of an element is found by division or by bisection.
 */
final class Runs {
    /** The start of each run, in elements from the item's start. */
    final int[] displacements;

    /** The elements before each run, and last those of all; null if every run has {@link #length} elements. */
    final int[] starts;

    /** The elements of each run, if {@link #starts} is null. */
    final int length;

    private final int size;
    private final int low;
    private final int high;

    private Runs(Builder of) {
        displacements = Arrays.copyOf(of.displacements, of.count);
        starts = of.starts == null ? null : Arrays.copyOf(of.starts, of.count + 1);
        if (starts != null) starts[of.count] = of.size;
        length = of.length;
        size = of.size;
        low = of.low;
        high = of.high;
    }

    /** Returns the number of runs. */
    int count() {
        return displacements.length;
    }

    /** Returns the elements of all runs. */
    int size() {
        return size;
    }

    /** Returns the lowest displacement of an element; meaningless if there is none. */
    int low() {
        return low;
    }

    /** Returns the highest end of an element; meaningless if there is none. */
    int high() {
        return high;
    }

    /** Returns whether every run is of one element. */
    boolean areSingle() {
        return starts == null && length == 1;
    }

    int length(int run) {
        return starts == null ? length : starts[run + 1] - starts[run];
    }

    /** Returns the elements before a run; for {@link #count}, those of all. */
    int start(int run) {
        return starts == null ? run * length : starts[run];
    }

    /** Returns the run that holds an element, given by its place in the type map; {@link #count} for {@link #size}. */
    int runOf(int element) {
        if (starts == null) return element / length;
        int found = Arrays.binarySearch(starts, element);
        return found >= 0 ? found : -found - 2;
    }

    /** Collects runs in the order of the type map; their displacements and their size fit into an int. */
    static final class Builder {
        private static final int FIRST_CAPACITY = 4;

        private int[] displacements = new int[FIRST_CAPACITY];
        private int[] starts;
        private int count;
        private int length;
        private int size;
        private int low = Integer.MAX_VALUE;
        private int high = Integer.MIN_VALUE;

        /** The latest run, which may still grow; of no elements at first. */
        private long latest;

        private long latestLength;

        /** Adds copies of an item's runs, one every {@code extent} elements. */
        void add(Runs runs, long displacement, int copies, int extent) {
            if (runs.count() == 1 && runs.size == extent) {
                add(displacement + runs.displacements[0], (long) copies * extent);
                return;
            }
            for (int copy = 0; copy < copies; copy++) {
                long start = displacement + (long) copy * extent;
                for (int run = 0; run < runs.count(); run++) add(start + runs.displacements[run], runs.length(run));
            }
        }

        /** Adds adjacent elements, at least one. */
        void add(long displacement, long elements) {
            if (displacement == latest + latestLength && latestLength > 0) {
                latestLength += elements;
                return;
            }
            keepLatest();
            latest = displacement;
            latestLength = elements;
        }

        private void keepLatest() {
            if (latestLength == 0) return;
            if (count == 0) length = (int) latestLength;
            if (starts == null && latestLength != length) tellLengthsApart();
            if (count == displacements.length) grow();
            displacements[count] = (int) latest;
            low = (int) Math.min(low, latest);
            high = (int) Math.max(high, latest + latestLength);
            if (starts != null) starts[count] = size;
            count++;
            size += (int) latestLength;
        }

        private void tellLengthsApart() {
            starts = new int[displacements.length];
            for (int run = 0; run < count; run++) starts[run] = run * length;
        }

        private void grow() {
            int capacity = (int) Math.min(2L * count, Integer.MAX_VALUE - Long.BYTES);
            displacements = Arrays.copyOf(displacements, capacity);
            if (starts != null) starts = Arrays.copyOf(starts, capacity);
        }

        Runs build() {
            keepLatest();
            return new Runs(this);
        }
    }
}
