package org.jmpi.transport.socket;

import java.io.IOException;
import org.jmpi.comm.progress.HostFailureContract;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;

class SocketHostFailureTest extends HostFailureContract {
    @Override
    protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return new SocketTransportProvider().open(site, handler);
    }
}
