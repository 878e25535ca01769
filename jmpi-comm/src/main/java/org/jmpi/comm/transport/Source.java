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
}
