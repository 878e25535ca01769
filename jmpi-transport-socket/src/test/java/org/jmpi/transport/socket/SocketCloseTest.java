package org.jmpi.transport.socket;

import java.io.IOException;
import org.jmpi.comm.transport.CloseContract;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;

/** TCP answers every frame when it closes. */
class SocketCloseTest extends CloseContract {
    @Override
    protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return new SocketTransport(site, handler);
    }

    @Override
    protected Class<? extends Exception> failure() {
        return IOException.class;
    }
}
