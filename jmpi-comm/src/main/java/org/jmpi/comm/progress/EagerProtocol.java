package org.jmpi.comm.progress;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;

/**
 * Short messages: one frame, sent without asking.
 *
 * <pre>
 * sender                              receiver
 *   | -- EAGER envelope, payload --------&gt; |   receive posted: into the user's array; else kept
 *   | &lt;------------------ CREDIT n bytes -- |   after half a window of matched messages
 * </pre>
 *
 * Each sender has a window of bytes that may lie unmatched with a receiver; when it is used up, messages go by
 * {@link RendezvousProtocol} until credit comes back.
 */
final class EagerProtocol extends MessageProtocol {
    private final long window;

    EagerProtocol(Inbox inbox, int worldSize, long window) {
        super(inbox, worldSize);
        this.window = window;
    }

    /** Registers the receiver of CREDIT alone: the engine gives EAGER frames to {@link #onEager} itself. */
    @Override
    void registerWith(FrameDispatcher frames) {
        frames.register(FrameKind.CREDIT, this::onCredit);
    }

    /** Takes the credit for a message; false if it is too long or the peer has no room for it now. */
    boolean admits(PeerConnection peer, long bytes) {
        return bytes <= peer.eagerLimit && peer.take(bytes + Inbox.OVERHEAD_BYTES);
    }

    void send(PeerConnection peer, SendRequest send) {
        peer.endpoint.send(envelope(send.firstFrame(true), FrameKind.EAGER, send, 0));
    }

    Sink onEager(PeerConnection from, long word0, long word1, long word2, long word3) {
        checkEnvelope(word0, word1, word3);
        int context = FrameHeader.context(word0);
        int source = FrameHeader.source(word1);
        int tag = FrameHeader.tag(word1);
        BasicType type = BasicType.of(FrameHeader.type(word0));
        long bytes = FrameHeader.length(word2);
        Inbox.check(bytes >= 0 && bytes <= from.eagerLimit, "eager length", bytes);
        int objects = FrameHeader.objects(word3);
        int eventBits = FrameHeader.eventBits(word0);
        UnexpectedMessage kept = null;
        boolean dropped = false;
        long due = 0;
        inbox.lock.lock();
        RecvRequest receive;
        try {
            receive = inbox.arrive(from, context, source, tag);
            dropped = receive == null && inbox.drops(context);
            if (receive == null && !dropped) {
                kept = inbox.spare((int) bytes);
                kept.set(from, source, tag, type, bytes, objects, eventBits);
                inbox.keep(context, kept);
            } else due = inbox.repay(from, bytes, window);
        } finally {
            inbox.lock.unlock();
        }
        if (dropped) {
            repay(from, due);
            return bytes == 0 ? null : new DroppedPayload(bytes);
        }
        if (receive == null) {
            inbox.reportUnexpected(context, source, from, tag, type, bytes, objects, eventBits);
            return bytes == 0 ? null : kept;
        }
        repay(from, due);
        receive.begin(from.rank, source, tag, type, bytes, objects);
        inbox.events.matched(receive, eventBits, false);
        if (bytes > 0) return receive;
        receive.end();
        return null;
    }

    /** Counts a kept message as matched, under the inbox's lock. */
    long matched(UnexpectedMessage message) {
        return inbox.repay(message.peer(), message.bytes(), window);
    }

    /** Drops a message that has been taken off its queue. */
    void drop(UnexpectedMessage message) {
        PeerConnection from = message.peer();
        long due;
        boolean isHere;
        inbox.lock.lock();
        try {
            due = matched(message);
            isHere = message.drop();
        } finally {
            inbox.lock.unlock();
        }
        // If bytes are missing, the thread of the last one releases the message.
        if (isHere) inbox.release(message);
        repay(from, due);
    }

    /** Gives credit back to a peer, if it is time to. */
    void repay(PeerConnection to, long due) {
        if (due > 0) to.endpoint.send(new ControlFrame(FrameKind.CREDIT, due, 0));
    }

    private Sink onCredit(PeerConnection from, long word0, long word1, long word2, long word3) {
        long bytes = FrameHeader.length(word2);
        Inbox.check(bytes > 0 && bytes <= 2 * window + from.eagerLimit, "credit", bytes);
        from.give(bytes);
        return null;
    }
}
