package org.jmpi.comm.progress;

import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;

/** The table of receivers, one for each kind of frame. A protocol registers the receivers of its kinds. */
public final class FrameDispatcher {
    /** Takes the frames of one kind, and checks the header fields that the kind uses. */
    @FunctionalInterface
    public interface Receiver {
        /**
         * Takes a frame.
         *
         * @param from the sender
         * @param word0 the first word of the header
         * @param word1 the second word of the header
         * @param word2 the third word of the header
         * @param word3 the fourth word of the header
         * @return what takes the payload; null if there is none
         * @throws IllegalArgumentException if no correct peer sends the header
         */
        Sink onFrame(PeerConnection from, long word0, long word1, long word2, long word3);
    }

    private final Receiver[] receivers = new Receiver[FrameKind.values().length];

    FrameDispatcher() {}

    /**
     * Sets the receiver of a kind, before the engine starts.
     *
     * @param kind of the frames
     * @param receiver takes them
     * @throws IllegalStateException if the kind has a receiver
     */
    public void register(FrameKind kind, Receiver receiver) {
        if (receivers[kind.ordinal()] != null)
            throw new IllegalStateException("two receivers for frames of kind " + kind);
        receivers[kind.ordinal()] = receiver;
    }

    /**
     * Gives a frame to the receiver of its kind.
     *
     * @throws IllegalArgumentException if the kind has no receiver, or the receiver refuses the header
     */
    Sink dispatch(PeerConnection from, long word0, long word1, long word2, long word3) {
        FrameKind kind = FrameHeader.kind(word0);
        Receiver receiver = receivers[kind.ordinal()];
        if (receiver == null) throw new IllegalArgumentException("frame of a kind without a receiver: " + kind);
        return receiver.onFrame(from, word0, word1, word2, word3);
    }
}
