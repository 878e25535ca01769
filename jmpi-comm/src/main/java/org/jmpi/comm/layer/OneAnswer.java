package org.jmpi.comm.layer;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.frame.Answer;

/** Answers one request of a peer. */
final class OneAnswer implements Answer {
    private final LayerFrames layer;
    private final int rank;
    private final int request;
    private final int room;
    private final AtomicBoolean sent = new AtomicBoolean();

    /**
     * @param rank of the peer
     * @param request the peer's number of the request
     * @param room that the peer has reserved for the payload, in bytes
     */
    OneAnswer(LayerFrames layer, int rank, int request, int room) {
        this.layer = layer;
        this.rank = rank;
        this.request = request;
        this.room = room;
    }

    @Override
    public void send(long word, ByteBuffer payload) {
        if (!sent.compareAndSet(false, true))
            throw new IllegalStateException("the request of rank " + rank + " has been answered");
        layer.protocol().answer(layer.link(rank), request, room, word, payload);
    }

    /** Says that the request has failed, unless it has been answered. */
    void fail(CommException cause) {
        if (sent.compareAndSet(false, true)) layer.protocol().refuse(layer.link(rank), request, cause);
    }
}
