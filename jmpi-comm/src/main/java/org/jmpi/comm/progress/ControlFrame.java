package org.jmpi.comm.progress;

import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Source;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;

/** A frame without a payload. It ignores that it cannot be sent: the peer is gone then. */
final class ControlFrame extends Frame {
    ControlFrame(FrameKind kind, long length, int sendId) {
        FrameHeader.control(this, kind, length, sendId, 0);
    }

    @Override
    public Source payload() {
        return null;
    }

    @Override
    public void sent() {}

    @Override
    public void failed(Throwable cause) {}
}
