package org.jmpi.transport.rmi;

import java.io.IOException;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.transport.TransportSite;

/** The transport {@code rmi} with Kryo as its object codec. */
public final class RmiKryoTransportProvider implements TransportProvider {
    private static final String NAME = "rmi-kryo";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean pushes() {
        return true;
    }

    @Override
    public String objectCodec() {
        return "kryo";
    }

    @Override
    public Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return new RmiTransport(NAME, site, handler);
    }
}
