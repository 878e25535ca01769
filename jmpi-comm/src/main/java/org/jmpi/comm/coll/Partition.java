package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;

/** The division of a row of items into blocks, one for each rank. */
final class Partition {
    private final int[] starts;

    private Partition(int[] starts) {
        this.starts = starts;
    }

    /** Cuts items into parts of nearly equal lengths. */
    static Partition even(int items, int parts) {
        return even(items, parts, 1);
    }

    /** Cuts items into parts of nearly equal lengths, at multiples of {@code unit} items. */
    static Partition even(int items, int parts, int unit) {
        long units = (items + unit - 1L) / unit;
        int[] starts = new int[parts + 1];
        for (int i = 0; i <= parts; i++) starts[i] = (int) Math.min(items, units * i / parts * unit);
        return new Partition(starts);
    }

    /** Cuts a row into parts of the given lengths, whose sum fits into an int. */
    static Partition of(int... lengths) {
        int[] starts = new int[lengths.length + 1];
        for (int i = 0; i < lengths.length; i++) starts[i + 1] = starts[i] + lengths[i];
        return new Partition(starts);
    }

    /** Returns the number of parts. */
    int count() {
        return starts.length - 1;
    }

    /** Returns where a part starts; for the number of parts, where the last one ends. */
    int start(int part) {
        return starts[part];
    }

    Buffer part(Buffer row, int part) {
        return parts(row, part, part + 1);
    }

    /** Returns the parts from one on, up to but without another. */
    Buffer parts(Buffer row, int from, int to) {
        return row.items(starts[from], starts[to] - starts[from]);
    }
}
