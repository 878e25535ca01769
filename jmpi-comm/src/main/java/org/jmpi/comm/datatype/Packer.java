package org.jmpi.comm.datatype;

import java.nio.ByteBuffer;

/**
 * Moves elements between one kind of memory and little-endian bytes: arrays of one class, or buffers of {@code
 * java.nio}.
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
    void packRuns(Object array, int start, Runs runs, int first, int end, ByteBuffer target) {
        for (int run = first; run < end; run++) pack(array, start + runs.displacements[run], runs.length(run), target);
    }

    /** Unpacks whole runs of an item, as {@link #packRuns} packs them. */
    void unpackRuns(ByteBuffer source, Object array, int start, Runs runs, int first, int end) {
        for (int run = first; run < end; run++)
            unpack(source, array, start + runs.displacements[run], runs.length(run));
    }

    /** Copies adjacent elements from one memory of this kind to another, or within one. */
    void copy(Object from, int fromIndex, Object to, int toIndex, int count) {
        System.arraycopy(from, fromIndex, to, toIndex, count);
    }

    /** Returns an element's bits, for a transfer that ends in the middle of it. */
    abstract long bits(Object array, int index);

    abstract void setBits(Object array, int index, long bits);
}
