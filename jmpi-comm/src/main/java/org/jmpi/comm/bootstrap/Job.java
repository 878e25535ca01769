package org.jmpi.comm.bootstrap;

/** What a rank tells whoever holds its job together, and how the job ends on a rank's word. */
interface Job {
    /**
     * Ends every rank with an exit code.
     *
     * @throws org.jmpi.comm.error.CommException if ranks are threads that end by exceptions; else it does not return
     */
    void abort(int code, String message);

    /** Tells that a peer is gone that this rank still needs. */
    void peerGone(int peer, String message);

    /** Is notified by this rank's peers that another rank ends the job. */
    default void aborted(int origin, int code, String message) {}

    /**
     * Called before the program of this rank sees a failure. If a peer is gone, that peer's own end is the cause that a
     * user should see: returns when nobody ended this rank for it in good time.
     */
    void beforeFailure();

    /**
     * Ends the job because of an exception, which is shown with its stack.
     *
     * @throws org.jmpi.comm.error.CommException if ranks are threads that end by exceptions; else it does not return
     */
    void failed(Thread thread, Throwable cause);

    /** Tells that this rank passed {@code MPI.Finalize}. */
    void finalized();

    /** Tells, in one line, what a person who looks closely should know. */
    void note(String line);

    /**
     * {@return whether something finds the end of each process of the job, also of one that no rank is connected to}
     */
    default boolean isWatched() {
        return true;
    }

    /** Leaves the job: nothing is told or asked any more. */
    void leave();
}
