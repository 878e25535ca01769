package org.jmpi.comm.request;

/** A completion that depends on a peer. */
public interface PeerCompletion extends Completion {
    /** {@return the context of the communicator} */
    int context();

    /** {@return the other side's rank in the world, or {@link RecvRequest#ANY_PEER}} */
    int peer();
}
