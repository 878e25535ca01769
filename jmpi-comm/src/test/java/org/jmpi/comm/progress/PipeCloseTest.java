package org.jmpi.comm.progress;

import org.jmpi.comm.transport.CloseContract;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;

/** The tests' own transport answers every frame when it closes. */
class PipeCloseTest extends CloseContract {
    private PipeNetwork network;

    @Override
    protected Transport open(TransportSite site, FrameHandler handler) {
        if (site.rank() == 0) network = new PipeNetwork(site.size());
        return network.open(site.rank(), site.host(), handler);
    }

    @Override
    protected Class<? extends Exception> failure() {
        return IllegalStateException.class;
    }
}
