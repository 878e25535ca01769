package org.jmpi.comm.transport;

/**
 * Takes what arrives: the side of the contract that the protocols implement.
 *
 * <p>The frames of one endpoint are shown in the order in which they were given to it. Calls for different peers may
 * come at the same time from different threads; so may calls for one peer if several of its threads send at once over a
 * transport that pushes. No method blocks, and the caller holds no lock that {@link Endpoint#send} needs: a handler may
 * send.
 */
public interface FrameHandler {
    /**
     * Takes a frame's header.
     *
     * @param peer the rank in the world that sent the frame
     * @param word0 the first word of the header
     * @param word1 the second word of the header
     * @param word2 the third word of the header
     * @param word3 the fourth word of the header
     * @return where the payload goes; null if the frame has none, and then the frame is done with
     * @throws RuntimeException if the header is not one that a correct peer sends; the transport then drops the peer
     *     and reports it by {@link #onPeerLost} with this cause
     */
    Sink onFrame(int peer, long word0, long word1, long word2, long word3);

    /**
     * Reports, once, that nothing more will be received from or sent to a peer though it did not say that it departs.
     *
     * @param peer the rank in the world that is lost
     * @param cause what showed it
     */
    void onPeerLost(int peer, Throwable cause);

    /**
     * Reports, once and after its last frame, that a peer closed its transport in an orderly way.
     *
     * @param peer the rank in the world that has departed
     */
    void onPeerDeparted(int peer);

    /**
     * Reports that work came up (a connection to make, bytes that the network did not take) which
     * {@link Transport#poll} has to do. A thread then polls, even if no thread of the program waits.
     */
    void onWork();
}
