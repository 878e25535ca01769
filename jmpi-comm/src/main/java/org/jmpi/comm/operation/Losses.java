package org.jmpi.comm.operation;

import org.jmpi.comm.error.CommException;

/** The peers that a rank has lost, as its operations ask for them. */
public interface Losses {
    /**
     * {@return the failure of a peer that an operation can't do without; null if it has not failed}
     *
     * @param peer its world rank, or {@link RecvRequest#ANY_PEER}
     * @param context of the communicator
     */
    CommException failure(int peer, int context);

    /**
     * {@return the failure of the first rank that has failed of those that send in a context; null if none has}
     *
     * @param context of the communicator
     */
    CommException failureAmongSenders(int context);

    /**
     * Fails an operation that no peer will answer any more, unless its message is on its way into it.
     *
     * @param operation a message that has been started
     * @param cause why it fails
     */
    void abandon(MessageOperation operation, CommException cause);

    /**
     * Runs an action while no thread moves what comes from a peer.
     *
     * @param peer its world rank, or {@link RecvRequest#ANY_PEER}: then the action just runs
     * @param action does not block
     */
    void betweenFrames(int peer, Runnable action);
}
