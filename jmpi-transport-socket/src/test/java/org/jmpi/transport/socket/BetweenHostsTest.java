package org.jmpi.transport.socket;

import java.io.IOException;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportContract;
import org.jmpi.comm.transport.TransportSite;
import org.junit.jupiter.api.Tag;

/** Sockets that listen on all of this host's addresses, as between hosts. */
@Tag("full")
class BetweenHostsTest extends TransportContract {
    @Override
    protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
        TransportSite between =
                new TransportSite(site.rank(), site.size(), false, site.host(), site.secret(), site.config());
        return new SocketTransportProvider().open(between, handler);
    }
}
