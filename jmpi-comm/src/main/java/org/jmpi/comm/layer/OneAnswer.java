package org.jmpi.comm.layer;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jmpi.comm.frame.Answer;

/** Answers one request of a peer. */
final class OneAnswer implements Answer {
    private final LayerProtocol protocol;
    private final Link link;
    private final int request;
    private final int room;
    private final AtomicBoolean sent = new AtomicBoolean();

    /**
     * @param request the peer's number of the request
     * @param room that the peer has reserved for the payload, in bytes
     */
    OneAnswer(LayerProtocol protocol, Link link, int request, int room) {
        this.protocol = protocol;
        this.link = link;
        this.request = request;
        this.room = room;
    }

    @Override
    public void send(long word, ByteBuffer payload) {
        if (!sent.compareAndSet(false, true))
            throw new IllegalStateException("the request of rank " + link.peer.rank() + " has been answered");
        protocol.answer(link, request, room, word, payload);
    }
}
