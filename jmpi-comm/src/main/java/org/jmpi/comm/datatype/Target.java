package org.jmpi.comm.datatype;

import java.nio.ByteBuffer;
import org.jmpi.comm.transport.Source;

/** The memory that a message is received into. */
public interface Target {
    /** {@return the longest message that fits, in bytes} */
    long capacity();

    /**
     * Unpacks bytes of the message.
     *
     * @param position of the chunk's first byte, in bytes from the start of the message
     * @param chunk little-endian; consumed up to its limit
     */
    void unpack(long position, ByteBuffer chunk);

    /**
     * Copies the first bytes of a source in the same JVM.
     *
     * @param source the payload
     * @param bytes at most what fits here and what the source has
     */
    void take(Source source, long bytes);
}
