package org.jmpi.dsm.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Successive pages of one array, as a rank has them. */
public final class Region {
    /** A page that must be brought up to date first. */
    public static final byte NONE = 0;

    /** A page that may be read. */
    public static final byte READ = 1;

    /** A page that may be read and written. */
    public static final byte WRITE = 2;

    /**
     * For each page what the program may do with it. The thread of the program alone reads and writes this.
     */
    public final byte[] access;

    /** The memory of all pages, in little-endian order. */
    public final ByteBuffer memory;

    /** The number of the first page; -1 if all ranks share the memory. */
    final int first;

    private Region(ByteBuffer memory, int first, int pages, byte allowed) {
        this.memory = memory.order(ByteOrder.LITTLE_ENDIAN);
        this.first = first;
        this.access = new byte[pages];
        Arrays.fill(access, allowed);
    }

    static Region copied(ByteBuffer memory, int first, int pages) {
        return new Region(memory, first, pages, READ);
    }

    /** {@return so many pages of memory that all ranks share, and that needs no protocol} */
    public static Region shared(ByteBuffer memory, int pages) {
        return new Region(memory, -1, pages, WRITE);
    }
}
