package org.jmpi.comm.wireup;

import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.control.SpawnOrder;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * The connection of a process to what watches its job. Any thread may call the methods; they do not wait for an answer.
 */
public interface JobControl extends AutoCloseable {
    /**
     * Reports that a rank called {@code MPI.Abort}: the job ends with this exit code.
     *
     * @param rank the rank that called it
     * @param code the exit code of the job
     * @param message one line that says which rank called it
     */
    void abort(int rank, int code, String message);

    /**
     * Reports that a rank fails by an uncaught exception: the job ends with exit code 1.
     *
     * @param rank the rank that fails
     * @param text one line that says what failed, then the stack
     */
    void failed(int rank, String text);

    /** Releases the memory that is kept for {@link #outOfMemory}. */
    default void releaseReserve() {}

    /** Reports that the process is out of memory, and ends it. It needs next to no memory itself. */
    default void outOfMemory() {}

    /**
     * Reports that a peer was lost though it did not say that it departs: the sign, seldom the cause, of a failure.
     *
     * @param rank the rank that lost it
     * @param peer the lost peer's rank in the world
     * @param message one line that says how it was found
     */
    void peerLost(int rank, int peer, String message);

    /**
     * {@return whether a launcher is connected, which ends this process for a lost peer: a call that fails by the loss
     * waits for that, so that the launcher alone names the cause}
     */
    default boolean isConnected() {
        return false;
    }

    /**
     * Is notified by the peers of a rank that another rank ends the job. That happens only where {@link WireUp#control}
     * is empty.
     *
     * @param rank the rank that is notified
     * @param origin the rank that ends the job
     * @param code the exit code of the job
     * @param message one line that says why
     */
    default void aborted(int rank, int origin, int code, String message) {}

    /**
     * Reports that a rank passed {@code MPI.Finalize}.
     *
     * @param rank the rank that passed it
     */
    void finalized(int rank);

    /**
     * Has processes started.
     *
     * @param order says what they run
     * @return is completed when they have ended, by one line that says why
     * @throws CommException of class SPAWN if nothing here can start processes
     */
    default CompletableFuture<String> spawn(SpawnOrder order) {
        throw new CommException(
                ErrorClass.SPAWN,
                "the launcher of this job starts no further processes: start the job by jmpirun, inside the same"
                        + " allocation");
    }

    /**
     * Reports a detail that {@code --verbose} shows.
     *
     * @param text one line
     */
    void note(String text);

    /** Leaves: nothing is reported any more. */
    @Override
    void close();
}
