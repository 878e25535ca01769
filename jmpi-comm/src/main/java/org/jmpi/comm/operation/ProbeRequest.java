package org.jmpi.comm.operation;

import java.util.function.IntUnaryOperator;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.match.Pattern;

/** A probe that waits for a message, which stays where it is. */
public final class ProbeRequest extends MessageOperation {
    private final int context;
    private final int wantedSource;
    private final int peer;
    private final int wantedTag;

    /**
     * Creates a probe.
     *
     * @param context of the communicator
     * @param source the sender's rank in the communicator, or {@link org.jmpi.comm.match.Pattern#ANY}
     * @param peer the sender's rank in the world, or {@link RecvRequest#ANY_PEER}
     * @param tag the tag, or {@link org.jmpi.comm.match.Pattern#ANY}
     */
    public ProbeRequest(int context, int source, int peer, int tag) {
        this.context = context;
        this.wantedSource = source;
        this.peer = peer;
        this.wantedTag = tag;
    }

    /** {@return the context of the communicator} */
    @Override
    public int context() {
        return context;
    }

    /** {@return the sender's rank in the communicator, or {@link org.jmpi.comm.match.Pattern#ANY}} */
    public int wantedSource() {
        return wantedSource;
    }

    /** {@return the sender's rank in the world, or {@link RecvRequest#ANY_PEER}} */
    @Override
    public int peer() {
        return peer;
    }

    /** {@return the tag, or {@link org.jmpi.comm.match.Pattern#ANY}} */
    public int wantedTag() {
        return wantedTag;
    }

    /**
     * Notes the message that was found.
     *
     * @param source the sender's rank in the communicator
     * @param tag the message's tag
     * @param type what its elements are
     * @param bytes its length in bytes
     * @param objects how many objects it has, if it is one of objects
     */
    public void found(int source, int tag, BasicType type, long bytes, int objects) {
        envelope(source, tag, type, bytes, objects);
    }

    @Override
    CommException lost(Losses losses) {
        CommException failure = super.lost(losses);
        return failure == null && peer == RecvRequest.ANY_PEER ? losses.failureAmongSenders(context) : failure;
    }

    @Override
    public Pattern<ProbeRequest> pattern() {
        Pattern<ProbeRequest> pattern = new Pattern<>(this);
        pattern.set(wantedSource, wantedTag);
        return pattern;
    }

    @Override
    public String describe(String call, IntUnaryOperator rankOf) {
        return "Probe" + pattern();
    }

    @Override
    public String toString() {
        return "probe of source " + wantedSource + ", tag " + wantedTag + ", context " + context;
    }
}
