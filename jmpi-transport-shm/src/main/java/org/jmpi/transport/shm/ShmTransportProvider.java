package org.jmpi.transport.shm;

import java.io.IOException;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.JobSecret;

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
    public boolean leavesHost() {
        return false;
    }

    @Override
    public boolean automatic() {
        return true;
    }

    @Override
    public Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return ShmTransport.open(site, handler);
    }

    @Override
    public void removeRemains(JobSecret secret, JmpiConfig config) throws IOException {
        SharedFolder.removeAllOf(secret, config);
    }
}
