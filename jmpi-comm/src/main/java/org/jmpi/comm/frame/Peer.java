package org.jmpi.comm.frame;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * A rank of the world, as one layer sees it.
 *
 * <p>Frames and requests from one thread to one peer arrive in their order; messages of MPI are ordered apart. The
 * methods wait while too much that was sent has not been received, and move messages meanwhile: so a receiver must not
 * call them, but answers by {@link Answer}, or has another thread send.
 */
public interface Peer {
    /** {@return the rank in the world} */
    int rank();

    /** {@return whether no frame goes to the peer or comes from it any more: it has failed, or has ended} */
    boolean isGone();

    /**
     * {@return whether the peer has this layer, in this version} Asks the peer the first time, and waits for a peer
     * that has not called {@code MPI.Init}.
     *
     * @throws IllegalStateException if a receiver calls this
     * @throws RuntimeException of MPI's class PROC_FAILED if the peer has failed; of class OTHER if it has ended
     */
    boolean hasLayer();

    /**
     * Sends a frame. Returns when it is on its way; the peer may not have received it.
     *
     * @param id whose receiver takes the frame
     * @param word goes with the frame
     * @param payload from its position to its limit, which must not change any more; null for none
     * @throws IllegalArgumentException if there is no such id, or the payload is longer than {@link
     *     Frames#longestPayload}
     * @throws IllegalStateException if a receiver calls this
     * @throws RuntimeException of MPI's class PROC_FAILED if the peer has failed; of class OTHER if it has ended, or
     *     has no such layer
     */
    void send(int id, long word, ByteBuffer payload);

    /**
     * Sends a request, which the peer answers.
     *
     * @param id whose receiver takes the request
     * @param word goes with the request
     * @param payload as {@link #send} takes it
     * @param room for which memory is reserved, in bytes: the longest payload that the answer is likely to have. A
     *     longer one comes by a second exchange
     * @return the answer, or the failure of the peer. It is completed by the thread that receives: what depends on it
     *     must not block, unless by an executor
     * @throws IllegalArgumentException as {@link #send}, or if the room is negative or greater than {@link
     *     Frames#longestPayload}
     * @throws IllegalStateException if a receiver calls this
     * @throws RuntimeException as {@link #send}
     */
    CompletableFuture<Reply> request(int id, long word, ByteBuffer payload, int room);
}
