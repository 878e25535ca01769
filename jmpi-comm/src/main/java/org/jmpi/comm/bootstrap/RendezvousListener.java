package org.jmpi.comm.bootstrap;

import org.jmpi.comm.transport.PeerAddress;

/**
 * Hears what the ranks of a job tell its launcher. Called by the thread of the rank's connection, so the calls of one
 * rank come in the order of its messages; a method must not block.
 */
public interface RendezvousListener {
    /** A rank is in MPI.Init. */
    default void hello(int rank, long pid, PeerAddress address) {}

    /** A rank called MPI.Abort. */
    default void aborted(int rank, int code, String message) {}

    /** A rank fails by an uncaught exception; the text's first line says which, the rest is its stack. */
    default void failed(int rank, String text) {}

    /** A rank that shares its JVM with others ends it by System.exit. */
    default void exits(int rank) {}

    /** A rank lost a peer that did not say that it departs. */
    default void peerLost(int rank, int peer, String message) {}

    /** A rank passed MPI.Finalize. */
    default void finalized(int rank) {}

    /** A rank answered a request for its state; {@code last} tells whether that was all of it. */
    default void dumped(int rank, String text, boolean last) {}

    /** A rank's connection ended. */
    default void disconnected(int rank) {}
}
