package org.jmpi.comm.datatype;

import java.nio.ByteBuffer;

/**
 * Moves elements between arrays of one class and little-endian bytes.
 *
 * <p>Buffers are read and written from their position on, which moves. More than {@value #FEW} adjacent elements are
 * copied through a buffer view, which the JIT turns into one memory copy; for fewer, a loop costs less than the view.
 */
abstract class Packer {
    static final int FEW = 8;

    /** Packs adjacent elements. */
    abstract void pack(Object array, int index, int count, ByteBuffer target);

    /** Unpacks adjacent elements. */
    abstract void unpack(ByteBuffer source, Object array, int index, int count);

    /**
     * Packs whole runs of an item, from {@code first} to before {@code end}.
     *
     * @param start the index of the item's start, modulo 2^32: it may lie outside the array, its elements don't
     */
    abstract void packRuns(Object array, int start, Runs runs, int first, int end, ByteBuffer target);

    /** Unpacks whole runs of an item, as {@link #packRuns} packs them. */
    abstract void unpackRuns(ByteBuffer source, Object array, int start, Runs runs, int first, int end);

    /** Returns an element's bits, for a transfer that ends in the middle of it. */
    abstract long bits(Object array, int index);

    abstract void setBits(Object array, int index, long bits);
}
