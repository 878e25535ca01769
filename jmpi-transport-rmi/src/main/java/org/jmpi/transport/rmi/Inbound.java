package org.jmpi.transport.rmi;

import java.nio.ByteBuffer;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Sink;

/** The frames that come from one peer; guarded by itself. */
final class Inbound {
    private final int peer;
    private final FrameHandler handler;

    /** How many calls have been taken; also read by threads that do not hold the lock. */
    private volatile int next;

    private Sink sink;
    private long length;
    private long position;

    Inbound(int peer, FrameHandler handler) {
        this.peer = peer;
        this.handler = handler;
    }

    /**
     * Hands over the frames of a call.
     *
     * @throws RuntimeException if the call is not one that a correct peer makes
     */
    void take(int sequence, ByteBuffer batch) {
        if (sequence != next)
            throw new IllegalStateException(
                    "remote call out of order: from rank " + peer + ", number " + sequence + ", expected " + next);
        next++;
        while (batch.hasRemaining()) {
            if (sink != null) takePayload(batch);
            else takeHeader(batch);
        }
    }

    private void takeHeader(ByteBuffer batch) {
        Sink to = handler.onFrame(peer, batch.getLong(), batch.getLong(), batch.getLong(), batch.getLong());
        if (to == null) return;
        length = to.bytes();
        if (length < 0) throw new IllegalStateException("a payload of " + length + " bytes from rank " + peer);
        position = 0;
        if (length > 0) sink = to;
        else to.end();
    }

    private void takePayload(ByteBuffer batch) {
        int from = batch.position();
        int end = batch.limit();
        int bytes = (int) Math.min(length - position, end - from);
        batch.limit(from + bytes);
        sink.unpack(position, batch);
        if (batch.hasRemaining())
            throw new IllegalStateException("a sink of " + length + " bytes took " + (batch.position() - from) + " of "
                    + bytes + " at " + position);
        batch.limit(end);
        position += bytes;
        if (position < length) return;
        Sink ended = sink;
        sink = null;
        ended.end();
    }

    int calls() {
        return next;
    }

    String describe() {
        return ", " + next + " calls taken" + (sink == null ? "" : ", receiving byte " + position + " of " + length);
    }
}
