package org.jmpi.comm.operation;

import java.nio.ByteBuffer;
import java.util.function.IntUnaryOperator;
import jdk.internal.vm.annotation.Contended;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.ByteChunks;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectMessage;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.datatype.Target;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.match.Pattern;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.LastView;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.transport.Source;

/**
 * A receive: posted, then matched with a message, then filled.
 *
 * <p>It is the sink of its message. It drops a payload that does not fit or has another type, and then fails: the
 * communicator stays usable.
 */
@Contended
public final class RecvRequest extends MessageOperation implements Sink {
    /** The world rank of a receive from any source. */
    public static final int ANY_PEER = -1;

    private final Pattern<RecvRequest> pattern = new Pattern<>(this);
    private final Segment segment = new Segment(this::note);
    private final ClearToSend clearToSend = new ClearToSend();

    /** Keeps the receive for reuse; null if none does. */
    private final RequestPool<RecvRequest> pool;

    private int context;
    private int peer;
    private ObjectCodec codec;

    private Target target;
    private ByteChunks encoded;
    private long accepted;

    /** Whether the rest of the payload is dropped. */
    private boolean dropped;

    private boolean posted;
    private boolean cleared;

    /** Makes a request in no operation. */
    public RecvRequest() {
        this(null);
    }

    /**
     * Makes a request in no operation.
     *
     * @param pool keeps it for reuse
     */
    public RecvRequest(RequestPool<RecvRequest> pool) {
        this.pool = pool;
    }

    /**
     * Sets the receive, whose memory is in {@link #segment}.
     *
     * @param context of the communicator
     * @param source the sender's rank in the communicator, or {@link Pattern#ANY}
     * @param peer the sender's rank in the world, or {@link #ANY_PEER}
     * @param tag the tag, or {@link Pattern#ANY}
     * @param codec what decodes objects
     */
    public void set(int context, int source, int peer, int tag, ObjectCodec codec) {
        renew();
        this.context = context;
        this.peer = peer;
        this.codec = codec;
        this.encoded = null;
        this.posted = false;
        this.cleared = false;
        this.dropped = false;
        pattern.set(source, tag);
    }

    /** Drops the reference to the user's memory. */
    public void clear() {
        segment.clear();
        target = null;
        encoded = null;
    }

    @Override
    public void recycle() {
        if (pool == null) return;
        clear();
        pool.give(this);
    }

    /** {@return the memory that is received into, to be set before the receive starts} */
    public Segment segment() {
        return segment;
    }

    @Override
    public Pattern<RecvRequest> pattern() {
        return pattern;
    }

    @Override
    public int context() {
        return context;
    }

    /** {@return the sender's rank in the world, or {@link #ANY_PEER} while that is open} */
    @Override
    public int peer() {
        return peer;
    }

    @Override
    public boolean isUnmatched() {
        return posted;
    }

    /** {@return whether the receive is in its context's queue; guarded by the inbox's lock} */
    public boolean isPosted() {
        return posted;
    }

    /**
     * Notes whether the receive waits for its message; guarded by the inbox's lock.
     *
     * @param inQueue whether the receive is in its context's queue
     */
    public void posted(boolean inQueue) {
        posted = inQueue;
    }

    /**
     * Notes the sender of the message that the receive has been matched with; guarded by the inbox's lock.
     *
     * @param from the sender's rank in the world
     */
    public void awaits(int from) {
        peer = from;
    }

    @Override
    public void drop() {
        dropped = true;
        accepted = 0;
    }

    /**
     * {@return the frame that asks for an announced message: the receive is done when it is sent and the message is
     * here}
     */
    public Frame clearToSend() {
        expectTwoSteps();
        cleared = true;
        return clearToSend;
    }

    /**
     * Binds the receive to a message; its payload follows. One without bytes matches any type (MPI-4.1 section 3.3.1).
     *
     * @param from the sender's rank in the world
     * @param source the sender's rank in the communicator
     * @param tag the message's tag
     * @param type what its elements are
     * @param bytes its length in bytes
     * @param objects how many objects it has, if it is one of objects; items, if these have no bytes; 1 if it is one
     *     element that is a value
     */
    public void begin(int from, int source, int tag, BasicType type, long bytes, int objects) {
        peer = from;
        envelope(source, tag, type, bytes, objects);
        boolean takesAny = takesAny();
        if (bytes > 0 && !takesAny && !type.matches(segment.type())) {
            accepted = 0;
            note(new CommException(
                    ErrorClass.TYPE,
                    "message of " + type + " does not match a receive of " + segment.type() + ": source=" + source
                            + ", tag=" + tag));
        } else if (bytes > 0 && type == BasicType.OBJECT || takesAny && type.width() > 0)
            beginObjects(source, tag, bytes, objects);
        else beginElements(source, tag, bytes);
        if (dropped) accepted = 0;
    }

    /** Returns whether the message may be of any type, and arrives as an object. */
    private boolean takesAny() {
        return segment.type() == BasicType.OBJECT && segment.layout().isValue();
    }

    private void beginObjects(int source, int tag, long bytes, int objects) {
        target = encoded = new ByteChunks(bytes);
        accepted = bytes;
        if (objects > segment.elements()) note(truncation(source, tag, objects + " objects"));
    }

    private void beginElements(int source, int tag, long bytes) {
        target = segment;
        accepted = Math.min(bytes, segment.capacity());
        if (bytes > accepted) note(truncation(source, tag, bytes + " bytes"));
    }

    private CommException truncation(int source, int tag, String sent) {
        return new CommException(
                ErrorClass.TRUNCATE,
                "message is longer than the receive buffer: message=" + sent + ", room=" + segment.room() + ", source="
                        + source + ", tag=" + tag);
    }

    /** {@return the amount of the message, for an error message} */
    public String content() {
        return messageType().content(bytes(), objects());
    }

    /** {@return the amount that fits into the receive buffer, for an error message} */
    public String awaited() {
        return segment.type().content(segment.bytes(), segment.objects());
    }

    @Override
    public BasicType elementType() {
        return takesAny() ? messageType() : segment.type();
    }

    @Override
    public int items(int elements) {
        if (bytes() == 0 && objects() > 0) return objects();
        int size = segment.layout().size();
        if (size == 1) return elements;
        if (size == 0) return elements == 0 ? 0 : UNDEFINED;
        return elements == UNDEFINED || elements % size != 0 ? UNDEFINED : elements / size;
    }

    @Override
    public void unpack(long position, ByteBuffer chunk) {
        int end = chunk.limit();
        long fits = accepted - position;
        if (fits > 0) {
            if (fits < chunk.remaining()) chunk.limit(chunk.position() + (int) fits);
            target.unpack(position, chunk);
            chunk.limit(end);
        }
        chunk.position(end);
    }

    /** One that fits: of others a part is dropped. */
    @Override
    public ByteBuffer room(long position, LastView views) {
        return target == segment && accepted == bytes() ? segment.memory(position, views) : null;
    }

    @Override
    public void take(Source source) {
        if (accepted > 0) target.take(source, accepted);
    }

    @Override
    public boolean takesFragments(Source source) {
        return target == segment && segment.takesFragments(source, accepted);
    }

    @Override
    public void takeFragment(Source source, long position, long length) {
        long fits = Math.min(length, accepted - position);
        if (fits > 0) segment.takeFragment(source, position, fits);
    }

    @Override
    public void end() {
        if (cleared) step();
        else complete();
    }

    @Override
    public void conclude() {
        CommException failure = failure();
        boolean here = failure == null || failure.errorClass() == ErrorClass.TRUNCATE;
        if (here && !isCancelled()) deliver();
    }

    @Override
    public void cancel(Cancellation by) {
        by.cancel(this);
    }

    @Override
    public CommException pending(Losses losses) {
        CommException failed = peer != ANY_PEER || isDone() ? null : losses.failureAmongSenders(context);
        return failed == null
                ? null
                : new CommException(
                        ErrorClass.PROC_FAILED_PENDING,
                        "a receive from any source is not complete, and " + failed.getMessage(),
                        failed.getCause());
    }

    /**
     * Puts received objects into the user's array; for other types they are there already. Called once, after
     * {@link #isDone}, by the thread of the program that completes the receive.
     *
     * @throws CommException of class TYPE if an object can't be decoded; COUNT if no array can have so many elements
     */
    public void deliver() {
        if (encoded == null) return;
        ByteChunks message = encoded;
        encoded = null;
        target = null;
        if (messageType() == BasicType.OBJECT)
            ObjectMessage.decode(codec, message, segment, (int) Math.min(objects(), segment.elements()));
        else ObjectMessage.store(messageType(), objects() > 0, message, segment);
    }

    /** A Sendrecv waits for a send and a receive; other calls are named by what they wait for. */
    @Override
    public String describe(String call, IntUnaryOperator rankOf) {
        return (SENDRECV.equals(call) ? call : "Recv") + pattern;
    }

    @Override
    public String toString() {
        return "receive from " + (pattern.source() == Pattern.ANY ? "any source" : "rank " + pattern.source()) + ", "
                + (pattern.tag() == Pattern.ANY ? "any tag" : "tag " + pattern.tag()) + ", context " + context
                + (isDone() ? ", done" : posted ? ", posted" : ", matched");
    }

    private final class ClearToSend extends Frame {
        @Override
        public Source payload() {
            return null;
        }

        @Override
        public void sent() {
            step();
        }

        @Override
        public void failed(Throwable cause) {
            fail(new CommException(
                    ErrorClass.OTHER,
                    "message from world rank " + peer + " was not received: " + cause.getMessage(),
                    cause));
        }
    }
}
