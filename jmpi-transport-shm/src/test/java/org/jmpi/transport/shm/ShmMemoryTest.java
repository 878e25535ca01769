package org.jmpi.transport.shm;

import java.io.IOException;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.SharedMemoryContract;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;

/** Regions in mapped files keep the contract. */
class ShmMemoryTest extends SharedMemoryContract {
    @Override
    protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return ShmTransport.open(site, handler);
    }
}
