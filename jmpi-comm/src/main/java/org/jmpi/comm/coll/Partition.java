package org.jmpi.comm.coll;

import java.util.function.IntToLongFunction;
import org.jmpi.comm.datatype.Buffer;

/** The division of a row of items into blocks, one for each rank. */
final class Partition {
    private final long[] starts;

    private Partition(long[] starts) {
        this.starts = starts;
    }

    /** Cuts items into parts of nearly equal lengths. */
    static Partition even(long items, int parts) {
        return even(items, parts, 1);
    }

    /** Cuts items into parts of nearly equal lengths, at multiples of {@code unit} items. */
    static Partition even(long items, int parts, int unit) {
        long units = (items + unit - 1) / unit;
        long[] starts = new long[parts + 1];
        for (int i = 0; i <= parts; i++) starts[i] = Math.min(items, units * i / parts * unit);
        return new Partition(starts);
    }

    /** Cuts a row into parts of the given lengths. */
    static Partition of(int parts, IntToLongFunction length) {
        long[] starts = new long[parts + 1];
        for (int i = 0; i < parts; i++) starts[i + 1] = starts[i] + length.applyAsLong(i);
        return new Partition(starts);
    }

    /** Returns the number of parts. */
    int count() {
        return starts.length - 1;
    }

    /** Returns where a part starts; for the number of parts, where the last one ends. */
    long start(int part) {
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
