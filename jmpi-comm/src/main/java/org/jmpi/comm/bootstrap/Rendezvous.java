package org.jmpi.comm.bootstrap;

import org.jmpi.comm.transport.PeerAddress;

/**
 * How the processes of a job find each other, and what a rank tells whoever started it.
 *
 * <p>Any thread may call the methods that tell something; they do not wait for an answer.
 */
public interface Rendezvous extends AutoCloseable {
    /**
     * Publishes this rank's address and waits for those of all ranks; called once.
     *
     * @param mine where this rank's transport is reached
     * @return where all ranks are reached
     * @throws org.jmpi.comm.error.CommException if not every rank came in time; the message names those missing
     */
    RankTable exchange(PeerAddress mine);

    /**
     * Tells that a rank called {@code MPI.Abort}: the job ends with this exit code.
     *
     * @param code the exit code of the job
     * @param message one line that says which rank called it
     */
    void abort(int code, String message);

    /**
     * Tells that a rank fails by an exception that nobody caught, and so the job; call it when the stack has been printed.
     *
     * @param text one line that says what failed, then the stack
     */
    void failed(String text);

    /**
     * Tells that a peer was lost though it did not say that it departs: the sign, seldom the cause, of a failure.
     *
     * @param peer the lost peer's rank in the world
     * @param message one line that says what showed it
     */
    void peerLost(int peer, String message);

    /** Tells that this rank passed {@code MPI.Finalize}. */
    void finalized();

    /** Leaves; the launcher then no longer reaches this rank. */
    @Override
    void close();
}
