package org.jmpi.comm.layer;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.frame.Peer;
import org.jmpi.comm.frame.Reply;
import org.jmpi.comm.wire.FrameKind;

/** A peer, as one layer sees it. */
record LayerPeer(LayerFrames layer, int rank) implements Peer {
    @Override
    public boolean isGone() {
        return layer.link(rank).peer.gone() != null;
    }

    @Override
    public boolean hasLayer() {
        LayerProtocol.checkMayWait(layer);
        return layer.link(rank).has(layer);
    }

    @Override
    public void send(int id, long word, ByteBuffer payload) {
        Link link = layer.link(rank);
        int number = begin(link, id, payload, 0);
        link.send(FrameKind.LAYER_FRAME, id, number, word, 0, 0, payload);
    }

    @Override
    public CompletableFuture<Reply> request(int id, long word, ByteBuffer payload, int room) {
        if (room < 0 || room > layer.longestPayload())
            throw new IllegalArgumentException("layer " + layer.name() + ": room for an answer of " + room
                    + " bytes is not from 0 to " + layer.longestPayload());
        Link link = layer.link(rank);
        int number = begin(link, id, payload, room + Link.OVERHEAD);
        PendingRequest request = layer.protocol().pending(link, room);
        link.send(FrameKind.LAYER_REQUEST, id, number, word, request.number(), room, payload);
        return request;
    }

    /** Checks a frame, and takes what it needs; returns the layer's number at the peer. */
    private int begin(Link link, int id, ByteBuffer payload, long answer) {
        layer.checkId(id);
        int bytes = payload == null ? 0 : payload.remaining();
        if (bytes > layer.longestPayload())
            throw new IllegalArgumentException("layer " + layer.name() + ": a payload of " + bytes
                    + " bytes is longer than " + layer.longestPayload());
        LayerProtocol.checkMayWait(layer);
        int number = link.number(layer);
        link.take(bytes + Link.OVERHEAD, answer, layer.sendCall());
        return number;
    }

    @Override
    public String toString() {
        return "rank " + rank + " by layer " + layer;
    }
}
