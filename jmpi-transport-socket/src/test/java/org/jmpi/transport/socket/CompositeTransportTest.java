package org.jmpi.transport.socket;

import java.io.IOException;
import org.jmpi.comm.transport.CompositeTransport;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.HalfTransport;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportContract;
import org.jmpi.comm.transport.TransportSite;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * Two transports that divide the pairs of ranks between them keep the contract as one, whichever of them is the first.
 */
@Tag("full")
class CompositeTransportTest {
    @Nested
    class NeighboursFirst extends TransportContract {
        @Override
        protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
            return compose(site, handler, 1, 0);
        }
    }

    @Nested
    class NeighboursLast extends TransportContract {
        @Override
        protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
            return compose(site, handler, 0, 1);
        }
    }

    private static Transport compose(TransportSite site, FrameHandler handler, int... distances) throws IOException {
        CompositeTransport all = new CompositeTransport(site.rank(), site.size(), handler);
        for (int distance : distances)
            all.add(watched -> new HalfTransport(site.rank(), distance, new SocketTransport(site, watched)));
        return all;
    }
}
