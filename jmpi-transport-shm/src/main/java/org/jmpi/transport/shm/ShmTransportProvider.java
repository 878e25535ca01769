package org.jmpi.transport.shm;

import java.io.IOException;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.transport.TransportSite;

/** Opens transports of the name {@code shm}. */
public final class ShmTransportProvider implements TransportProvider {
    /** The name given to {@code --transport}. */
    public static final String NAME = "shm";

    /** Made by the service loader. */
    public ShmTransportProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return ShmTransport.open(site, handler);
    }

    @Override
    public void removeRemains(PeerAddress address) throws IOException {
        SharedFolder.removeAllOf(ShmTransport.board(address));
    }
}
