package org.jmpi.comm.bootstrap;

import java.util.List;
import org.jmpi.comm.transport.PeerAddress;

/**
 * How the processes of a job find each other, and what their ranks tell whoever started them.
 *
 * <p>Any thread may call the methods that tell something; they do not wait for an answer.
 */
public interface Rendezvous extends AutoCloseable {
    /**
     * Publishes the addresses of this process's ranks and waits for those of all ranks. If it is called again, then by
     * every process.
     *
     * @param mine where each of this process's ranks is reached, in their order
     * @return where all ranks are reached
     * @throws org.jmpi.comm.error.CommException if not every rank came in time; the message names those missing
     */
    RankTable exchange(List<PeerAddress> mine);

    /**
     * Tells that a rank called {@code MPI.Abort}: the job ends with this exit code.
     *
     * @param rank the rank that called it
     * @param code the exit code of the job
     * @param message one line that says which rank called it
     */
    void abort(int rank, int code, String message);

    /**
     * Tells that a rank fails by an exception that nobody caught, and so the job; call it when the stack has been
     * printed.
     *
     * @param rank the rank that fails
     * @param text one line that says what failed, then the stack
     */
    void failed(int rank, String text);

    /** Gives up the memory that is kept for {@link #outOfMemory}: there is no other. */
    default void releaseReserve() {}

    /**
     * Tells that a rank is out of memory, and ends the process. It needs next to no memory itself.
     *
     * @param rank the rank that is named; negative if it is not known which one took the memory
     */
    default void outOfMemory(int rank) {}

    /**
     * Tells that a peer was lost though it did not say that it departs: the sign, seldom the cause, of a failure.
     *
     * @param rank the rank that lost it
     * @param peer the lost peer's rank in the world
     * @param message one line that says what showed it
     */
    void peerLost(int rank, int peer, String message);

    /**
     * Tells that a rank passed {@code MPI.Finalize}.
     *
     * @param rank the rank that passed it
     */
    void finalized(int rank);

    /**
     * Tells what a person may want to know who looks closely.
     *
     * @param text one line
     */
    void note(String text);

    /** Leaves; the launcher then no longer reaches this process. */
    @Override
    void close();
}
