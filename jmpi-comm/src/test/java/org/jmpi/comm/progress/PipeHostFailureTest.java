package org.jmpi.comm.progress;

import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;

class PipeHostFailureTest extends HostFailureContract {
    private final PipeNetwork network = new PipeNetwork(4);

    @Override
    protected Transport open(TransportSite site, FrameHandler handler) {
        return network.open(site.rank(), site.host(), handler);
    }
}
