package org.jmpi.comm.progress;

import java.nio.ByteBuffer;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.transport.Source;

/**
 * The payload of a frame that no operation takes.
 *
 * @param bytes its length
 */
record DroppedPayload(long bytes) implements Sink {
    @Override
    public void unpack(long position, ByteBuffer chunk) {
        chunk.position(chunk.limit());
    }

    @Override
    public void take(Source source) {
        // The sender has it back when this returns.
    }

    @Override
    public void end() {
        // No thread waits for it.
    }
}
