package org.jmpi.dsm;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.jmpi.dsm.protocol.Region;

/** What arrays of all types have. */
abstract class SharedArray {
    /** For each page what this rank may do with it. */
    final byte[] access;

    final ByteBuffer memory;

    /** The page of an index is the index shifted right by this. */
    final int shift;

    private final SharedSpace space;
    private final Region region;
    private final int number;
    private final int length;

    SharedArray(SharedSpace space, Region region, int length, int width) {
        this.space = space;
        this.region = region;
        // Each access passes by here if accesses are checked.
        this.access = space.checks() ? new byte[region.access.length] : region.access;
        this.memory = region.memory;
        this.number = space.nextArray();
        this.length = length;
        this.shift = Integer.numberOfTrailingZeros(space.pageBytes() / width);
    }

    /** {@return the number of elements} */
    public final int length() {
        return length;
    }

    /** Brings the pages of elements up to date, all at once. */
    final void beginReading(int index, int count) {
        begin(index, count, false);
    }

    /** Lets the program write elements. */
    final void beginWriting(int index, int count) {
        begin(index, count, true);
        if (count > 0) space.beginWriting(region, index >> shift, index + count - 1 >> shift);
    }

    private void begin(int index, int count, boolean writes) {
        Objects.checkFromIndexSize(index, count, length);
        if (count == 0) return;
        space.note(number, index, count, writes);
        int last = index + count - 1 >> shift;
        for (int page = index >> shift; page <= last; page++)
            if (region.access[page] == Region.NONE) space.fetch(region, page, last);
    }
}
