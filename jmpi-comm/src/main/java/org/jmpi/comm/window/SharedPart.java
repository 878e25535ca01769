package org.jmpi.comm.window;

import java.nio.ByteBuffer;

/** The memory of one rank in a window whose memory all ranks share (MPI-4.1 section 12.2.3). */
public final class SharedPart {
    private final long size;
    private final int dispUnit;

    SharedPart(long size, int dispUnit) {
        this.size = size;
        this.dispUnit = dispUnit;
    }

    /** {@return the bytes of the memory} */
    public long size() {
        return size;
    }

    /** {@return the displacement unit of the rank, in bytes} */
    public int dispUnit() {
        return dispUnit;
    }

    /**
     * {@return a part of the memory, in native byte order}
     *
     * @param offset of its first byte
     * @param bytes its length
     * @throws org.jmpi.comm.error.CommException of class ARG or SIZE if it is not in the memory
     */
    public ByteBuffer base(long offset, int bytes) {
        throw new UnsupportedOperationException();
    }
}
