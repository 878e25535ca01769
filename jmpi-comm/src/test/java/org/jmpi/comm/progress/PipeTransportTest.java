package org.jmpi.comm.progress;

import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportContract;
import org.jmpi.comm.transport.TransportSite;

/** The tests' own transport keeps the contract, too. */
class PipeTransportTest extends TransportContract {
    private PipeNetwork network;

    @Override
    protected Transport open(TransportSite site, FrameHandler handler) {
        if (site.rank() == 0) network = new PipeNetwork(site.size() + MOST_JOINING);
        return network.open(site.rank(), site.host(), handler);
    }
}
