package org.jmpi.transport.shm;

import java.io.IOException;
import org.jmpi.comm.transport.CloseContract;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;

/** Shared memory answers every frame when it closes. */
class ShmCloseTest extends CloseContract {
    @Override
    protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return ShmTransport.open(site, handler);
    }
}
