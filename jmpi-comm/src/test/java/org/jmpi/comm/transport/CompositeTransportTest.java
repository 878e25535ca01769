package org.jmpi.comm.transport;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Nested;

/**
 * Two transports that divide the pairs of ranks between them keep the contract as one, whichever of them is the first.
 */
class CompositeTransportTest {
    private final ThreadsTransport.Meeting[] meetings = new ThreadsTransport.Meeting[2];

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

    private Transport compose(TransportSite site, FrameHandler handler, int... distances) throws IOException {
        // The ranks of a world are opened in their order.
        if (site.rank() == 0)
            Arrays.setAll(meetings, i -> new ThreadsTransport.Meeting(site.size() + TransportContract.MOST_JOINING));
        CompositeTransport all = new CompositeTransport(site.rank(), site.size(), handler);
        for (int distance : distances)
            all.add(watched -> new HalfTransport(
                    site.rank(), distance, meetings[distance].open(site.rank(), site.host(), watched)));
        return all;
    }
}
