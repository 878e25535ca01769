package org.jmpi.comm.bootstrap;

import java.util.List;
import org.jmpi.comm.transport.PeerAddress;

/**
 * Hears what the ranks of a job tell its launcher. Called by the thread of the rank's connection, so the calls of one
 * rank come in the order of its messages; a method must not block.
 */
public interface RendezvousListener {
    /**
     * A rank is in MPI.Init.
     *
     * @param rank the rank that tells it
     * @param pid its process's id
     * @param address where its transport is reached
     */
    default void hello(int rank, long pid, PeerAddress address) {}

    /**
     * A rank called MPI.Abort.
     *
     * @param rank the rank that tells it
     * @param code the exit code of the job
     * @param message one line that says so
     */
    default void aborted(int rank, int code, String message) {}

    /**
     * A rank fails by an uncaught exception.
     *
     * @param rank the rank that tells it
     * @param text its first line says which, the rest is its stack
     */
    default void failed(int rank, String text) {}

    /**
     * A rank that shares its JVM with others ends it by System.exit.
     *
     * @param rank the rank that tells it
     */
    default void exits(int rank) {}

    /**
     * A rank lost a peer that did not say that it departs.
     *
     * @param rank the rank that tells it
     * @param peer the lost peer's rank
     * @param message one line that says what showed it
     */
    default void peerLost(int rank, int peer, String message) {}

    /**
     * A rank passed MPI.Finalize.
     *
     * @param rank the rank that tells it
     */
    default void finalized(int rank) {}

    /**
     * A rank answered a request for its state by the calls that wait; {@link #dumped} follows.
     *
     * @param rank the rank that tells it
     * @param calls of all ranks in its process
     */
    default void blocked(int rank, List<BlockedCall> calls) {}

    /**
     * A rank answered a request for its state.
     *
     * @param rank the rank that tells it
     * @param text its Java stacks, or the state of its queues
     * @param last whether that was all of it
     */
    default void dumped(int rank, String text, boolean last) {}

    /**
     * A rank's connection ended.
     *
     * @param rank the rank whose connection it was
     */
    default void disconnected(int rank) {}
}
