package org.jmpi.transport.rmi;

import java.io.IOException;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.transport.TransportSite;

/** The calls of the transport {@code rmi}, with envelopes by Kryo and connections that do not repeat themselves. */
public final class RmiKryoTransportProvider implements TransportProvider {
    private static final Style STYLE = new Style("rmi-kryo", KryoWords::new, true);

    @Override
    public String name() {
        return STYLE.name();
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
        return new RmiTransport(STYLE, site, handler);
    }
}
