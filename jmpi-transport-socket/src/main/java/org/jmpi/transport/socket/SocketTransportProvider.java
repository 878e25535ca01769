package org.jmpi.transport.socket;

import java.io.IOException;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.transport.TransportSite;

/** TCP between processes on one host or many. */
public final class SocketTransportProvider implements TransportProvider {
    static final String NAME = "socket";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean automatic() {
        return true;
    }

    @Override
    public Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return new SocketTransport(site, handler);
    }
}
