package org.jmpi.comm.progress;

import org.jmpi.comm.error.CommException;

/** Is notified of peers that are gone, and decides when the program is. */
public interface PeerListener {
    /**
     * A peer is gone that this rank still needs. Called once for each peer, and once for several that failed together.
     * Must not block.
     *
     * @param peer its rank in the world; this rank if the others have declared that it has failed
     * @param cause what showed it
     */
    void onPeerGone(int peer, CommException cause);

    /**
     * A rank ends the job. Must not block.
     *
     * @param origin the rank that called {@code MPI.Abort}
     * @param code the exit code of the job
     * @param message one line that says which rank called it
     */
    default void onAbort(int origin, int code, String message) {}

    /** Called on a thread of the program before a failure is thrown; may hold it for a while if a peer is gone. */
    void beforeFailure();

    /**
     * {@return the ranks in the world that may send in a context; null if that is not known}
     *
     * @param context of point-to-point or collective messages
     */
    default int[] senders(int context) {
        return null;
    }
}
