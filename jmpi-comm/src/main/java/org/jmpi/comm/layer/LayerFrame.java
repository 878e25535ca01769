package org.jmpi.comm.layer;

import java.nio.ByteBuffer;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Source;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;

/** A frame of this package. If it can't be sent, the peer is gone: {@link Link} finds that by itself. */
final class LayerFrame extends Frame implements Source {
    static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    private final ByteBuffer bytes;

    /** The parameters are those of {@link FrameHeader#layer}, and the payload or null. */
    LayerFrame(FrameKind kind, int id, int layer, long word, int number, int room, ByteBuffer bytes) {
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
