package org.jmpi.transport.shm;

import java.io.IOException;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportContract;
import org.jmpi.comm.transport.TransportSite;

/** The transport through mapped files keeps the contract. */
class ShmTransportTest extends TransportContract {
    @Override
    protected boolean letsJoin() {
        return false;
    }

    @Override
    protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return ShmTransport.open(site, handler);
    }
}
