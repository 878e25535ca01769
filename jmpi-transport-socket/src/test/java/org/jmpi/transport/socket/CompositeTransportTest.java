package org.jmpi.transport.socket;

import java.io.IOException;
import org.jmpi.comm.transport.CompositeTransport;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportContract;
import org.jmpi.comm.transport.TransportSite;
import org.junit.jupiter.api.Nested;

/** Two transports that divide the pairs of ranks between them keep the contract as one, whichever of them is the first. */
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
            all.add(watched -> new Half(site.rank(), distance, new SocketTransport(site, watched)));
        return all;
    }

    /** Reaches those ranks alone whose distance is even, or odd. */
    private record Half(int rank, int distance, Transport transport) implements Transport {
        @Override
        public PeerAddress address() {
            PeerAddress whole = transport.address();
            return new PeerAddress("half" + distance, whole.host(), rank + "@" + whole.location());
        }

        @Override
        public boolean reaches(PeerAddress peer) {
            if (!peer.transport().equals("half" + distance)) return false;
            int other = Integer.parseInt(
                    peer.location().substring(0, peer.location().indexOf('@')));
            return Math.abs(other - rank) % 2 == distance;
        }

        @Override
        public Endpoint endpoint(int peer, PeerAddress address) {
            String location = address.location().substring(address.location().indexOf('@') + 1);
            return transport.endpoint(peer, new PeerAddress("socket", address.host(), location));
        }

        @Override
        public int eagerLimit() {
            return transport.eagerLimit() >> distance;
        }

        @Override
        public boolean poll() {
            return transport.poll();
        }

        @Override
        public void await(long nanos) {
            transport.await(nanos);
        }

        @Override
        public void wakeup() {
            transport.wakeup();
        }

        @Override
        public String describe() {
            return transport.describe();
        }

        @Override
        public void close(long nanos) {
            transport.close(nanos);
        }

        @Override
        public void close() {
            transport.close();
        }
    }
}
