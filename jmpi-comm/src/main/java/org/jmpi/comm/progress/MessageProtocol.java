package org.jmpi.comm.progress;

import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;

/** A protocol that moves messages: some of its frames have the envelope of a message in their header. */
abstract class MessageProtocol {
    final Inbox inbox;
    private int worldSize;

    MessageProtocol(Inbox inbox, int worldSize) {
        this.inbox = inbox;
        this.worldSize = worldSize;
    }

    /** Takes messages of so many ranks from now on. */
    final void grow(int size) {
        worldSize = size;
    }

    /** Registers the receivers of the protocol's kinds of frames. */
    abstract void registerWith(FrameDispatcher frames);

    /**
     * Writes the envelope of a message into a frame; returns the frame.
     *
     * @param sendId the id under which the receiver answers; 0 if it does not
     */
    static Frame envelope(Frame frame, FrameKind kind, SendRequest send, int sendId) {
        FrameHeader.message(
                frame,
                kind,
                send.type().ordinal(),
                send.eventBits(),
                send.context(),
                send.sourceRank(),
                send.messageTag(),
                send.payload().bytes(),
                sendId,
                send.objectsSent());
        return frame;
    }

    /**
     * Checks the envelope in a header.
     *
     * @throws IllegalArgumentException if no correct peer sends it
     */
    final void checkEnvelope(long word0, long word1, long word3) {
        int source = FrameHeader.source(word1);
        Inbox.check(source >= 0 && source < worldSize, "source", source);
        Inbox.check(FrameHeader.context(word0) >= 0, "context", FrameHeader.context(word0));
        Inbox.check(FrameHeader.tag(word1) >= 0, "tag", FrameHeader.tag(word1));
        Inbox.check(FrameHeader.objects(word3) >= 0, "objects", FrameHeader.objects(word3));
    }
}
