package org.jmpi.comm.progress;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.match.MessageEnvelope;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.transport.Source;

/**
 * A message that came before its receive: kept with its bytes if it was sent eagerly, else only announced.
 *
 * <p>A receive may claim it while its bytes still arrive. The claim and the last byte come in either order; the thread
 * of the second one fills the receive. Both are guarded by the inbox's lock.
 */
final class UnexpectedMessage implements Sink {
    final MessageEnvelope<UnexpectedMessage> envelope = new MessageEnvelope<>(this);

    private final Inbox inbox;
    private final ByteBuffer data;

    private PeerConnection peer;
    private BasicType type;
    private long bytes;
    private int objects;
    private boolean announced;
    private int sendId;
    private int eventBits;

    /** Whether no receive awaited the message when it came. */
    private boolean kept;

    private boolean complete;
    private RecvRequest claimedBy;

    /** Whether no receive gets the message. */
    private boolean dropped;

    /** @param room bytes of an eager payload that can be kept */
    UnexpectedMessage(Inbox inbox, int room) {
        this.inbox = inbox;
        this.data = ByteBuffer.allocate(room).order(ByteOrder.LITTLE_ENDIAN);
    }

    void set(PeerConnection from, int source, int tag, BasicType type, long bytes, int objects, int eventBits) {
        envelope.set(source, tag);
        this.peer = from;
        this.type = type;
        this.bytes = bytes;
        this.objects = objects;
        this.eventBits = eventBits;
        this.announced = false;
        this.kept = false;
        this.complete = bytes == 0;
        this.claimedBy = null;
        this.dropped = false;
        data.clear();
    }

    /** Makes it a message whose payload is still with the sender, who knows it by this number. */
    void announce(int id) {
        announced = true;
        sendId = id;
    }

    /** Notes, under the inbox's lock, that the message waits for its receive. */
    void keep() {
        kept = true;
    }

    int eventBits() {
        return eventBits;
    }

    int room() {
        return data.capacity();
    }

    PeerConnection peer() {
        return peer;
    }

    boolean isAnnounced() {
        return announced;
    }

    int sendId() {
        return sendId;
    }

    BasicType type() {
        return type;
    }

    int objects() {
        return objects;
    }

    /**
     * Gives an eager message to a receive; under the inbox's lock.
     *
     * @return whether all its bytes are here, so that the caller fills the receive after it has released the lock
     */
    boolean claim(RecvRequest receive) {
        claimedBy = receive;
        if (!complete) receive.awaits(peer.rank);
        return complete;
    }

    /** Drops an eager message, under the inbox's lock; returns whether all its bytes are here. */
    boolean drop() {
        dropped = true;
        return complete;
    }

    /** Fills a receive with what has been kept. */
    void fill(RecvRequest receive) {
        // One that has failed takes nothing: its memory is the program's again.
        boolean failed = receive.isDone();
        if (!failed) bind(receive);
        if (!failed && bytes > 0) receive.unpack(0, data.flip());
        claimedBy = null;
        inbox.release(this);
        if (!failed) receive.end();
    }

    void bind(RecvRequest receive) {
        receive.begin(peer.rank, envelope.source(), envelope.tag(), type, bytes, objects);
        inbox.events.matched(receive, eventBits, kept);
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public void unpack(long position, ByteBuffer chunk) {
        data.put(chunk);
    }

    @Override
    public void take(Source source) {
        source.pack(0, data);
    }

    @Override
    public void end() {
        RecvRequest receive;
        boolean unwanted;
        inbox.lock.lock();
        complete = true;
        receive = claimedBy;
        unwanted = dropped;
        inbox.lock.unlock();
        if (receive != null) fill(receive);
        else if (unwanted) inbox.release(this);
    }

    @Override
    public String toString() {
        return (announced ? "announced" : complete ? "eager" : "arriving") + " message of " + bytes
                + " bytes from rank " + envelope.source() + " (world rank " + peer.rank + "), tag " + envelope.tag();
    }
}
