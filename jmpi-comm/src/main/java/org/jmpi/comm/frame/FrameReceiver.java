package org.jmpi.comm.frame;

import java.nio.ByteBuffer;

/** Takes frames. */
@FunctionalInterface
public interface FrameReceiver {
    /**
     * Takes a frame, on a thread that moves messages: it must not block, and leaves long work to another thread. If it
     * throws, the operations of this rank fail. Several threads may call it at the same time, for different peers.
     *
     * @param from the sender
     * @param word of the frame
     * @param payload the receiver's from now on; without bytes if there is none
     */
    void onFrame(Peer from, long word, ByteBuffer payload);
}
