package org.jmpi.comm.transport;

/** The transport between threads of one JVM keeps the contract. */
class ThreadsTransportTest extends TransportContract {
    private ThreadsTransport.Meeting meeting;

    @Override
    protected Transport open(TransportSite site, FrameHandler handler) {
        // The ranks of a world are opened in their order.
        if (site.rank() == 0) meeting = new ThreadsTransport.Meeting(site.size());
        return meeting.open(site.rank(), site.host(), handler);
    }
}
