package org.jmpi.comm.window;

import java.nio.ByteBuffer;

/** The memory of one rank in a window whose memory all ranks share (MPI-4.1 section 12.2.3). */
public final class SharedPart {
    private final WindowMemory memory;
    private final Extent extent;

    SharedPart(WindowMemory memory, Extent extent) {
        this.memory = memory;
        this.extent = extent;
    }

    /** {@return the bytes of the memory} */
    public long size() {
        return extent.size();
    }

    /** {@return the displacement unit of the rank, in bytes} */
    public int dispUnit() {
        return extent.unit();
    }

    /** {@return the memory in native byte order, up to the greatest length of a buffer} */
    public ByteBuffer base() {
        return memory.bytes();
    }

    /**
     * {@return a part of the memory, in native byte order}
     *
     * @param offset of its first byte
     * @param bytes its length
     * @throws org.jmpi.comm.error.CommException of class ARG or SIZE as {@link Window#base(long, int)}
     */
    public ByteBuffer base(long offset, int bytes) {
        return memory.bytes(offset, bytes);
    }
}
