package org.jmpi.transport.rmi;

import java.io.IOException;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;

/** The same with envelopes by Kryo. */
class RmiKryoCloseTest extends RmiCloseTest {
    @Override
    protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return new RmiKryoTransportProvider().open(site, handler);
    }
}
