package org.jmpi.comm.transport;

/** The memory that threads of one JVM share keeps the contract. */
class JvmMemoryTest extends SharedMemoryContract {
    private ThreadsTransport.Meeting meeting;

    @Override
    protected Transport open(TransportSite site, FrameHandler handler) {
        // The ranks of a world are opened in their order.
        if (site.rank() == 0) meeting = new ThreadsTransport.Meeting(site.size());
        return meeting.open(site.rank(), site.host(), handler);
    }
}
