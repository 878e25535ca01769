package org.jmpi.transport.rmi;

import java.io.IOException;
import org.jmpi.comm.progress.HostFailureContract;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;

class RmiHostFailureTest extends HostFailureContract {
    @Override
    protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return new RmiTransportProvider().open(site, handler);
    }
}
