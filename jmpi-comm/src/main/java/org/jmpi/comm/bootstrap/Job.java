package org.jmpi.comm.bootstrap;

/** What a rank tells whoever holds its job together, and how the job ends on a rank's word. */
interface Job {
    /**
     * Ends every rank with an exit code.
     *
     * @throws org.jmpi.comm.error.CommException if ranks are threads that end by exceptions; else it does not return
     */
    void abort(int code, String message);

    /**
     * Tells that a peer is gone that this rank still needs; returns when nobody ended this rank for that in good time. The
     * peer's own end is the cause that a user should see, not this rank's.
     */
    void peerGone(int peer, String message);

    /** Ends the job because an exception ended a rank's main thread. */
    void failed(Thread thread, Throwable cause);

    /** Tells that this rank passed {@code MPI.Finalize}, and leaves. */
    void finalized();
}
