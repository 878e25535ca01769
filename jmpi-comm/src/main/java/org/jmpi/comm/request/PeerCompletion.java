package org.jmpi.comm.request;

/** Something that a peer brings about, in a context. */
public interface PeerCompletion extends Completion {
    /** {@return the context of the communicator} */
    int context();

    /** {@return the other side's rank in the world, or {@link RecvRequest#ANY_PEER}} */
    int peer();
}
