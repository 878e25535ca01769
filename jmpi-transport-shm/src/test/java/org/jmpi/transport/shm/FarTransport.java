package org.jmpi.transport.shm;

import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.Transport;

/** A transport that reaches every host, and over which nothing comes. */
final class FarTransport implements Transport {
    static final String NAME = "far";

    FarTransport(FrameHandler handler) {
        // Nothing comes.
    }

    @Override
    public PeerAddress address() {
        return new PeerAddress(NAME, "localhost", "");
    }

    @Override
    public Endpoint endpoint(int peer, PeerAddress address) {
        return frame -> {
            throw new AssertionError("a frame for rank " + peer);
        };
    }

    @Override
    public int eagerLimit() {
        return 0;
    }

    @Override
    public boolean poll() {
        return false;
    }

    @Override
    public void await(long nanos) {
        throw new AssertionError("nobody waits");
    }

    @Override
    public void wakeup() {}

    @Override
    public String describe() {
        return "";
    }

    @Override
    public void close(long nanos) {}

    @Override
    public void close() {}
}
