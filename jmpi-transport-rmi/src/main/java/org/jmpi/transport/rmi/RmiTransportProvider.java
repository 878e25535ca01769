package org.jmpi.transport.rmi;

import java.io.IOException;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.transport.TransportSite;

/** Java's own remote method invocation, between processes on one host or many. */
public final class RmiTransportProvider implements TransportProvider {
    private static final String NAME = "rmi";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean pushes() {
        return true;
    }

    @Override
    public Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return new RmiTransport(NAME, site, handler);
    }
}
