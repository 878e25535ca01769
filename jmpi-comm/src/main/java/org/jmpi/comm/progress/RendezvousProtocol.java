package org.jmpi.comm.progress;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.operation.SendRequest.Stage;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;

/**
 * Long and synchronous messages: announced first, sent when the receive is there, straight into the user's array.
 *
 * <pre>
 * sender                                         receiver
 *   | -- REQUEST_TO_SEND envelope, length, send id --&gt; |   matched now, or kept until a receive comes
 *   | &lt;-------- CLEAR_TO_SEND send id, receive id -- |   the receive has started: a send of 0 bytes is done
 *   | -- DATA receive id, payload -------------------&gt; |   unless the message is empty
 *
 *   | -- CANCEL envelope, send id -------------------&gt; |   only takes effect before the match ...
 *   | &lt;------------------------ CANCELLED send id -- |   ... else CLEAR_TO_SEND is under way instead
 *
 *   | -- REQUEST_TO_SEND ----------------------------&gt; |   its communicator is revoked, now or later
 *   | &lt;--------------- CANCELLED send id, revoked -- |
 * </pre>
 */
final class RendezvousProtocol extends MessageProtocol {
    /** Says in a CANCELLED frame that the communicator is revoked. */
    private static final int REVOKED = 1;

    RendezvousProtocol(Inbox inbox, int worldSize) {
        super(inbox, worldSize);
    }

    @Override
    void registerWith(FrameDispatcher frames) {
        frames.register(FrameKind.REQUEST_TO_SEND, this::onRequestToSend);
        frames.register(FrameKind.CLEAR_TO_SEND, this::onClearToSend);
        frames.register(FrameKind.DATA, this::onData);
        frames.register(FrameKind.CANCEL, this::onCancel);
        frames.register(FrameKind.CANCELLED, this::onCancelled);
    }

    void send(PeerConnection peer, SendRequest send) {
        CommException gone;
        inbox.lock.lock();
        try {
            // Inbox.abandon fails those announced before.
            gone = peer.gone;
            if (gone == null) send.announceAs(inbox.announcedSends().add(send));
        } finally {
            inbox.lock.unlock();
        }
        if (gone != null) {
            send.fail(gone);
            return;
        }
        peer.endpoint.send(envelope(send.firstFrame(false), FrameKind.REQUEST_TO_SEND, send, send.id()));
    }

    private Sink onRequestToSend(PeerConnection from, long word0, long word1, long word2, long word3) {
        checkEnvelope(word0, word1, word3);
        int context = FrameHeader.context(word0);
        int source = FrameHeader.source(word1);
        int tag = FrameHeader.tag(word1);
        BasicType type = BasicType.of(FrameHeader.type(word0));
        long bytes = FrameHeader.length(word2);
        Inbox.check(bytes >= 0, "length", bytes);
        int eventBits = FrameHeader.eventBits(word0);
        UnexpectedMessage message;
        RecvRequest receive;
        boolean dropped;
        inbox.lock.lock();
        try {
            message = inbox.spare(0);
            message.set(from, source, tag, type, bytes, FrameHeader.objects(word3), eventBits);
            message.announce(FrameHeader.sendId(word3));
            receive = inbox.arrive(from, context, source, tag);
            dropped = receive == null && inbox.drops(context);
            if (receive == null && !dropped) inbox.keep(context, message);
        } finally {
            inbox.lock.unlock();
        }
        if (dropped) drop(message);
        else if (receive == null)
            inbox.reportUnexpected(context, source, from, tag, type, bytes, FrameHeader.objects(word3), eventBits);
        else clear(receive, message);
        return null;
    }

    /** Drops an announced message that is in no queue, since its communicator is revoked. */
    void drop(UnexpectedMessage message) {
        PeerConnection from = message.peer();
        int sendId = message.sendId();
        inbox.release(message);
        from.endpoint.send(new ControlFrame(FrameKind.CANCELLED, REVOKED, sendId));
    }

    /** Asks for an announced message that a receive has been paired with. */
    void clear(RecvRequest receive, UnexpectedMessage message) {
        PeerConnection from = message.peer();
        int sendId = message.sendId();
        int receiveId = 0;
        CommException gone;
        message.bind(receive);
        boolean empty = message.bytes() == 0;
        inbox.lock.lock();
        try {
            gone = from.gone;
            if (!empty && gone == null) receiveId = inbox.clearedReceives().add(receive);
        } finally {
            inbox.lock.unlock();
        }
        inbox.release(message);
        if (gone != null) {
            receive.fail(gone);
            return;
        }
        Frame clearance = receive.clearToSend();
        FrameHeader.control(clearance, FrameKind.CLEAR_TO_SEND, 0, sendId, receiveId);
        from.endpoint.send(clearance);
        if (empty) receive.end();
    }

    private Sink onClearToSend(PeerConnection from, long word0, long word1, long word2, long word3) {
        SendRequest send;
        inbox.lock.lock();
        try {
            send = inbox.announcedSends().get(FrameHeader.sendId(word3));
            Inbox.check(send.peer() == from.rank, "peer of the cleared send", send.peer());
            if (send.stage() == Stage.CANCELLING) send.enter(Stage.CLEARED);
            else forget(send);
        } finally {
            inbox.lock.unlock();
        }
        if (send.payload().bytes() == 0) {
            send.step();
            return null;
        }
        Frame data = send.data();
        FrameHeader.control(data, FrameKind.DATA, send.payload().bytes(), 0, FrameHeader.receiveId(word3));
        from.endpoint.send(data);
        return null;
    }

    private Sink onData(PeerConnection from, long word0, long word1, long word2, long word3) {
        RecvRequest receive;
        inbox.lock.lock();
        try {
            receive = inbox.clearedReceives().get(FrameHeader.receiveId(word3));
            Inbox.check(receive.peer() == from.rank, "peer of the data", receive.peer());
            Inbox.check(receive.bytes() == FrameHeader.length(word2), "length of the data", FrameHeader.length(word2));
            inbox.clearedReceives().remove(FrameHeader.receiveId(word3));
        } finally {
            inbox.lock.unlock();
        }
        return receive;
    }

    /** Tries to withdraw a message; the request then completes as cancelled, or else as sent. */
    void cancel(PeerConnection peer, SendRequest send) {
        inbox.lock.lock();
        try {
            if (send.stage() != Stage.ANNOUNCED) return;
            send.enter(Stage.CANCELLING);
        } finally {
            inbox.lock.unlock();
        }
        peer.endpoint.send(
                envelope(new ControlFrame(FrameKind.CANCEL, 0, send.id()), FrameKind.CANCEL, send, send.id()));
        inbox.lock.lock();
        try {
            // The number stays taken while the frame that names it is being sent: it would withdraw the next message.
            if (send.stage() == Stage.CLEARED) forget(send);
            else if (send.stage() == Stage.CANCELLING) send.enter(Stage.ANNOUNCED);
        } finally {
            inbox.lock.unlock();
        }
    }

    private Sink onCancel(PeerConnection from, long word0, long word1, long word2, long word3) {
        checkEnvelope(word0, word1, word3);
        int sendId = FrameHeader.sendId(word3);
        UnexpectedMessage message = inbox.withdrawAnnounced(FrameHeader.context(word0), from, sendId);
        if (message == null) return null;
        inbox.release(message);
        from.endpoint.send(new ControlFrame(FrameKind.CANCELLED, 0, sendId));
        return null;
    }

    private Sink onCancelled(PeerConnection from, long word0, long word1, long word2, long word3) {
        SendRequest send;
        inbox.lock.lock();
        try {
            send = inbox.announcedSends().get(FrameHeader.sendId(word3));
            Inbox.check(send.peer() == from.rank, "peer of the cancelled send", send.peer());
            if (send.stage() == Stage.CANCELLING) send.enter(Stage.CLEARED);
            else forget(send);
        } finally {
            inbox.lock.unlock();
        }
        if (FrameHeader.length(word2) == REVOKED) send.fail(revocation(from, send));
        else send.completeCancelled();
        return null;
    }

    /** Returns why a send fails of which the receiver knows that its communicator is revoked. */
    private CommException revocation(PeerConnection from, SendRequest send) {
        // The answer may overtake the revocation, which another rank sends.
        if (inbox.revocation(send.context()) == null) inbox.answeredByRevocation(from, send.context() & ~1);
        return Inbox.revocation();
    }

    private void forget(SendRequest send) {
        inbox.announcedSends().remove(send.id());
        send.enter(Stage.NONE);
    }
}
