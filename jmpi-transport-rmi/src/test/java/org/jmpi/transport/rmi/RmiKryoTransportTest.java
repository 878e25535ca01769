package org.jmpi.transport.rmi;

import java.io.IOException;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportContract;
import org.jmpi.comm.transport.TransportSite;

class RmiKryoTransportTest extends TransportContract {
    @Override
    protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return new RmiKryoTransportProvider().open(site, handler);
    }

    @Override
    protected int longestChain() {
        return 2_000; // each is a remote call
    }
}
