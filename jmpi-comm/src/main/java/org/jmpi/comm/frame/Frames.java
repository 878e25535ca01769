package org.jmpi.comm.frame;

import java.util.concurrent.CompletableFuture;

/**
 * The frames of one layer at one rank. Any thread may call the methods. After {@code MPI.Finalize} all that need other
 * ranks throw an exception of MPI's class OTHER, those of {@link Peer} too.
 */
public interface Frames {
    /** The number of ids that a layer has: from 0. */
    int IDS = 256;

    /** {@return this rank in the world} */
    int rank();

    /** {@return the number of ranks in the world, with those that have joined it} */
    int size();

    /**
     * Sets the receiver of the frames that {@link Peer#send} sends with an id.
     *
     * @param id from 0 to {@link #IDS} - 1
     * @param receiver called for each such frame
     * @throws IllegalArgumentException if there is no such id
     * @throws IllegalStateException if the id has a receiver, or {@link Layer#open} has returned
     */
    void register(int id, FrameReceiver receiver);

    /**
     * Sets the receiver of the requests that {@link Peer#request} sends with an id.
     *
     * @param id from 0 to {@link #IDS} - 1
     * @param receiver called for each such request
     * @throws IllegalArgumentException if there is no such id
     * @throws IllegalStateException if the id has a receiver, or {@link Layer#open} has returned
     */
    void register(int id, RequestReceiver receiver);

    /**
     * {@return a rank of the world, this one too}
     *
     * @param rank in the world
     * @throws IndexOutOfBoundsException if there is no such rank
     */
    Peer peer(int rank);

    /** {@return the longest payload of a frame or a request, in bytes} Answers may be longer. */
    int longestPayload();

    /**
     * Waits for an answer; the calling thread moves messages and frames meanwhile.
     *
     * @param <T> what comes
     * @param future that a {@link Peer#request} has returned, or one that depends on such
     * @return its value
     * @throws RuntimeException its failure; of MPI's class PROC_FAILED if the peer has failed
     */
    <T> T await(CompletableFuture<T> future);
}
