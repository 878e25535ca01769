package org.jmpi.comm.operation;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.error.CommException;

/** A send, receive or probe, and what is known of its message once it is done. */
public abstract class MessageOperation extends Operation {
    /** The call whose send and receive may share memory. */
    public static final String SENDRECV = "Sendrecv";

    private int source;
    private int tag;
    private BasicType type = BasicType.BYTE;
    private long bytes;
    private int objects;

    /** Makes an operation that is not under way. */
    protected MessageOperation() {}

    @Override
    public abstract int context();

    @Override
    public abstract int peer();

    /**
     * Notes what the message's envelope says.
     *
     * @param source the sender's rank in the communicator
     * @param tag the message's tag
     * @param type what its elements are
     * @param bytes its length in bytes
     * @param objects how many objects it has, if it is one of objects
     */
    protected final void envelope(int source, int tag, BasicType type, long bytes, int objects) {
        this.source = source;
        this.tag = tag;
        this.type = type;
        this.bytes = bytes;
        this.objects = objects;
    }

    @Override
    public final MessageOperation message() {
        return this;
    }

    @Override
    public final void settle(Losses losses) {
        if (isDone()) return;
        CommException lost = lost(losses);
        if (lost == null) return;
        losses.abandon(this, lost);
        if (isDone()) return;
        // A part of its message has come, or its frame is stuck on the way. It belongs to no later operation. A thread
        // that is copying a part ends first: the memory is the program's afterwards.
        losses.betweenFrames(peer(), () -> {
            if (isDone()) return;
            drop();
            fail(lost);
        });
    }

    /** Returns the failure of a peer that the message needs; null if there is none. */
    CommException lost(Losses losses) {
        return losses.failure(peer(), context());
    }

    /** Drops what still comes of the message. The user's memory stays as it is from now on. */
    public void drop() {}

    /** {@return the sender's rank in the communicator} */
    public final int source() {
        return source;
    }

    /** {@return the message's tag} */
    public final int tag() {
        return tag;
    }

    /** {@return the type of the message's elements} */
    public final BasicType messageType() {
        return type;
    }

    /** {@return the length in bytes of the message received, or found by a probe} */
    public final long bytes() {
        return bytes;
    }

    /** {@return the number of objects in the message, if it is one of objects} */
    public final int objects() {
        return objects;
    }

    /** {@return the type that the message's elements are counted in} */
    public BasicType elementType() {
        return type;
    }

    /** {@return how many basic elements the message has; {@link #UNDEFINED} if an int can't tell} */
    public final int elements() {
        BasicType counted = elementType();
        if (counted.width() == 0) return objects;
        long elements = counted.elements(bytes);
        return elements < 0 || elements > Integer.MAX_VALUE ? UNDEFINED : (int) elements;
    }

    /**
     * {@return how many items of the request's datatype the message has; {@link #UNDEFINED} if it is no whole number}
     *
     * @param elements what {@link #elements} returns
     */
    public int items(int elements) {
        return elements;
    }
}
