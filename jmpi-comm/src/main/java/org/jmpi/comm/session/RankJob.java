package org.jmpi.comm.session;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.control.SpawnOrder;

/** Reports a rank's events to its launcher, and ends the job at a rank's request. */
interface RankJob {
    /**
     * Ends every rank with an exit code.
     *
     * @throws org.jmpi.comm.error.CommException if ranks are threads that end by exceptions; else it does not return
     */
    void abort(int code, String message);

    /** Reports the loss of a peer that this rank still needs. */
    void peerGone(int peer, String message);

    /** Receives a peer's notice that another rank ends the job. */
    default void aborted(int origin, int code, String message) {}

    /**
     * Called before the program of this rank sees a failure. If a peer is gone, it waits for a time in which the
     * launcher may end this rank: the user should see the end of that peer as the cause.
     */
    void beforeFailure();

    /**
     * Ends the job because of an exception, and prints its stack.
     *
     * @throws org.jmpi.comm.error.CommException if ranks are threads that end by exceptions; else it does not return
     */
    void failed(Thread thread, Throwable cause);

    /** Reports that this rank has passed {@code MPI.Finalize}. */
    void finalized();

    /** Logs a line ({@code jmpirun --verbose}). */
    void note(String line);

    /**
     * {@return whether a launcher or a process manager finds the end of each process, also of one without connections}
     */
    default boolean isWatched() {
        return true;
    }

    /**
     * Has processes started.
     *
     * @param order says what they run
     * @return is completed when they have ended, by one line that says why
     * @throws org.jmpi.comm.error.CommException of class SPAWN if nothing here can start processes
     */
    CompletableFuture<String> spawn(SpawnOrder order);

    /** {@return the variables by which the launcher describes this process's world} */
    default Map<String, String> environment() {
        return System.getenv();
    }

    /** Leaves the job: no report and no request follows. */
    void leave();
}
