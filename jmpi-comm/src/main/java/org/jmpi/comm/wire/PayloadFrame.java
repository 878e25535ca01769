package org.jmpi.comm.wire;

import java.nio.ByteBuffer;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Source;

/** A frame of a layer or of an agreement. If it can't be sent, the peer is gone: who has sent it finds that. */
public final class PayloadFrame extends Frame implements Source {
    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    private final ByteBuffer bytes;

    /**
     * Makes a frame; the other parameters are those of {@link FrameHeader#layer}.
     *
     * @param bytes the payload, which does not change; or null
     */
    public PayloadFrame(FrameKind kind, int id, int layer, long word, int number, int room, ByteBuffer bytes) {
        this.bytes = bytes == null ? EMPTY : bytes.slice();
        FrameHeader.layer(this, kind, id, layer, word, this.bytes.remaining(), number, room);
    }

    @Override
    public Source payload() {
        return bytes.hasRemaining() ? this : null;
    }

    @Override
    public long bytes() {
        return bytes.remaining();
    }

    @Override
    public void pack(long position, ByteBuffer target) {
        ByteBuffer part = bytes.duplicate().position((int) position);
        part.limit((int) Math.min(part.limit(), position + target.remaining()));
        target.put(part);
    }

    @Override
    public void sent() {}

    @Override
    public void failed(Throwable cause) {}
}
