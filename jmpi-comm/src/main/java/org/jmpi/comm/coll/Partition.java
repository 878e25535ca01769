package org.jmpi.comm.coll;

import java.util.function.IntToLongFunction;
import org.jmpi.comm.datatype.Buffer;

/** The division of a row of items into blocks, one for each rank. */
final class Partition {
    private final long[] starts;

    private Partition(long[] starts) {
        this.starts = starts;
    }

    /** Cuts items into blocks of nearly equal lengths. */
    static Partition even(long items, int blocks) {
        return even(items, blocks, 1);
    }

    /** Cuts items into blocks of nearly equal lengths, at multiples of {@code unit} items. */
    static Partition even(long items, int blocks, int unit) {
        long units = (items + unit - 1) / unit;
        long[] starts = new long[blocks + 1];
        for (int i = 0; i <= blocks; i++) starts[i] = Math.min(items, units * i / blocks * unit);
        return new Partition(starts);
    }

    /** Cuts a row into blocks of the given lengths. */
    static Partition of(int blocks, IntToLongFunction length) {
        long[] starts = new long[blocks + 1];
        for (int i = 0; i < blocks; i++) starts[i + 1] = starts[i] + length.applyAsLong(i);
        return new Partition(starts);
    }

    /** Returns the number of blocks. */
    int count() {
        return starts.length - 1;
    }

    /** Returns where a block starts; for the number of blocks, where the last one ends. */
    long start(int block) {
        return starts[block];
    }

    Buffer block(Buffer row, int block) {
        return blocks(row, block, block + 1);
    }

    /** Returns the blocks from one on, up to but without another. */
    Buffer blocks(Buffer row, int from, int to) {
        return row.items(starts[from], starts[to] - starts[from]);
    }
}
