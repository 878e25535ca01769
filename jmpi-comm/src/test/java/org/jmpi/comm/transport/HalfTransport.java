package org.jmpi.comm.transport;

/**
 * Reaches those ranks alone whose distance is even, or odd.
 *
 * @param rank this rank
 * @param distance 0 or 1, the remainder of the distance
 * @param transport reaches all
 */
public record HalfTransport(int rank, int distance, Transport transport) implements Transport {
    @Override
    public PeerAddress address() {
        PeerAddress whole = transport.address();
        return new PeerAddress(whole.transport() + distance, whole.host(), rank + "@" + whole.location());
    }

    @Override
    public boolean reaches(PeerAddress peer) {
        if (!peer.transport().equals(transport.address().transport() + distance)) return false;
        int other =
                Integer.parseInt(peer.location().substring(0, peer.location().indexOf('@')));
        return Math.abs(other - rank) % 2 == distance;
    }

    @Override
    public Endpoint endpoint(int peer, PeerAddress address) {
        String location = address.location().substring(address.location().indexOf('@') + 1);
        return transport.endpoint(peer, new PeerAddress(transport.address().transport(), address.host(), location));
    }

    @Override
    public int eagerLimit() {
        return transport.eagerLimit() >> distance;
    }

    @Override
    public boolean pollsMemory() {
        return transport.pollsMemory();
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
