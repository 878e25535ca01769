package org.jmpi.transport.rmi;

import java.nio.ByteBuffer;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Sink;

/** The frames that come from one peer; guarded by itself. */
final class Inbound {
    private final int peer;
    private final FrameHandler handler;
    private final Envelopes envelopes;
    private final long[] words = new long[4];

    private int next;
    private Sink sink;
    private long length;
    private long position;

    Inbound(int peer, FrameHandler handler, Envelopes envelopes) {
        this.peer = peer;
        this.handler = handler;
        this.envelopes = envelopes;
    }

    /**
     * Hands on what a call brought.
     *
     * @param batch behind its sequence number
     * @return whether the peer said that it departs; what follows is not read
     * @throws RuntimeException if it is not what a correct peer sends
     */
    boolean take(int sequence, ByteBuffer batch) {
        if (sequence != next)
            throw new IllegalStateException(
                    "remote call out of order: from rank " + peer + ", number " + sequence + ", expected " + next);
        next++;
        while (batch.hasRemaining()) {
            if (sink != null) takePayload(batch);
            else if (takeEnvelope(batch)) return true;
        }
        return false;
    }

    /** Returns whether it was the last. */
    private boolean takeEnvelope(ByteBuffer batch) {
        envelopes.read(batch, words);
        if (BatchLayout.isDeparture(words)) return true;
        Sink to = handler.onFrame(peer, words[0], words[1], words[2], words[3]);
        if (to == null) return false;
        length = to.bytes();
        if (length < 0) throw new IllegalStateException("a payload of " + length + " bytes from rank " + peer);
        position = 0;
        if (length > 0) sink = to;
        else to.end();
        return false;
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

    String describe() {
        return ", " + next + " calls taken" + (sink == null ? "" : ", receiving byte " + position + " of " + length);
    }
}
