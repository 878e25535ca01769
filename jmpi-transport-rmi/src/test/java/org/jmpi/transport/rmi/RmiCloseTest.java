package org.jmpi.transport.rmi;

import java.io.IOException;
import org.jmpi.comm.transport.CloseContract;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;

/** Remote calls answer every frame when they end. */
class RmiCloseTest extends CloseContract {
    @Override
    protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return new RmiTransportProvider().open(site, handler);
    }

    /** What the sending threads have packed is answered by them. */
    @Override
    protected boolean answersLater() {
        return true;
    }

    @Override
    protected Class<? extends Exception> failure() {
        return IOException.class;
    }
}
