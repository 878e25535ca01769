package org.jmpi.comm.transport;

/** Threads of one JVM answer every frame when they close. */
class ThreadsCloseTest extends CloseContract {
    private ThreadsTransport.Meeting meeting;

    @Override
    protected Transport open(TransportSite site, FrameHandler handler) {
        // The ranks of a world are opened in their order.
        if (site.rank() == 0) meeting = new ThreadsTransport.Meeting(site.size());
        return meeting.open(site.rank(), site.host(), handler);
    }

    @Override
    protected Class<? extends Exception> failure() {
        return IllegalStateException.class;
    }
}
