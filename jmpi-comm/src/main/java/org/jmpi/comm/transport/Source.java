package org.jmpi.comm.transport;

import java.nio.ByteBuffer;

/** A payload that fills the memory a transport has: a ring chunk, an I/O buffer, a heap array. */
public interface Source {
    /** {@return the length of the payload in bytes} */
    long bytes();

    /**
     * Packs the payload's bytes from {@code position} on into {@code target}, as many as it has room for or as are
     * left.
     *
     * @param position in bytes from the start of the payload; a position that is not at an element's start is allowed
     * @param target little-endian; its position moves by the number of bytes packed
     */
    void pack(long position, ByteBuffer target);

    /**
     * {@return the payload's bytes from a position on where they lie, or as many of them as are adjacent; null if they
     * do not lie in native memory as they travel, and are to be packed}
     *
     * @param position in bytes from the start of the payload, before its end
     * @param views has the view that is returned, the caller's until it asks again; an access to it fails once the
     *     program has closed its arena
     */
    default ByteBuffer memory(long position, LastView views) {
        return null;
    }
}
