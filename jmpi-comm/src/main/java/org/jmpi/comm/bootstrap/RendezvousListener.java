package org.jmpi.comm.bootstrap;

import java.util.List;
import org.jmpi.comm.report.BlockedCall;
import org.jmpi.comm.report.ThreadStack;
import org.jmpi.comm.transport.PeerAddress;

/**
 * Hears what the ranks of a job tell its launcher. Called by the thread of the rank's connection, so the calls of one
 * rank come in the order of its messages; a method must not block.
 */
public interface RendezvousListener {
    /**
     * The ranks of a process are in MPI.Init. May be told again, if the addresses of the first time do not do.
     *
     * @param rank the first of the process's ranks
     * @param pid the process's id
     * @param addresses where each of its ranks is reached, in their order
     */
    default void hello(int rank, long pid, List<PeerAddress> addresses) {}

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
     * A rank that shares its JVM with others has ended, and the JVM not yet.
     *
     * @param rank the rank whose last thread has ended
     */
    default void ended(int rank) {}

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
     * A process tells what a person may want to know who looks closely.
     *
     * @param rank the first of the process's ranks
     * @param text one line
     */
    default void noted(int rank, String text) {}

    /**
     * A process answered a request for its state by the calls that wait; {@link #stacks} follows.
     *
     * @param rank the first of the process's ranks
     * @param calls of all ranks in its process
     */
    default void blocked(int rank, List<BlockedCall> calls) {}

    /**
     * A process answered a request for its state by its stacks; {@link #dumped} follows.
     *
     * @param rank the first of the process's ranks
     * @param stacks of all its threads
     */
    default void stacks(int rank, List<ThreadStack> stacks) {}

    /**
     * A process has answered a request for its state; that was all of it.
     *
     * @param rank the first of the process's ranks
     * @param queues what its ranks await and what has come for them
     * @param connections how its ranks' connections stand
     */
    default void dumped(int rank, String queues, String connections) {}

    /**
     * A process's connection ended.
     *
     * @param rank the first of the process's ranks
     */
    default void disconnected(int rank) {}
}
