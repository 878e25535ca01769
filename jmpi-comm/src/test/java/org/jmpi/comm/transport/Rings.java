package org.jmpi.comm.transport;

import java.nio.ByteBuffer;

/** Makes rings so small that they are full, and begin again, within a test. */
final class Rings {
    static final int CELLS = 4;
    private static final int BULK_BYTES = 1024;

    /** The longest payload that is copied where frames are handed over. */
    static final int LONGEST_COPIED = 256;

    private Rings() {}

    static RingMemory make(boolean handsOver) {
        RingMemory ring = new RingMemory(
                ByteBuffer.allocateDirect(RingMemory.bytes(CELLS, BULK_BYTES)), CELLS, BULK_BYTES, handsOver);
        ring.begin();
        return ring;
    }
}
