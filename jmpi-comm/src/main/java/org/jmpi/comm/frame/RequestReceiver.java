package org.jmpi.comm.frame;

import java.nio.ByteBuffer;

/** Takes requests. */
@FunctionalInterface
public interface RequestReceiver {
    /**
     * Takes a request, as {@link FrameReceiver} takes a frame. It sends the answer, or leaves that to another thread.
     *
     * @param from the sender
     * @param word of the request
     * @param payload the receiver's from now on; without bytes if there is none
     * @param answer sends the answer, which the sender waits for
     */
    void onRequest(Peer from, long word, ByteBuffer payload, Answer answer);
}
