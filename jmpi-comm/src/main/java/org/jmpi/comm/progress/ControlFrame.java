package org.jmpi.comm.progress;

import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Source;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;

/** A frame of its own, about messages but of none; if it can't be sent, the peer is gone and needs it no more. */
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
