package org.jmpi.comm.request;

import org.jmpi.comm.datatype.BasicType;

/** A probe that waits for a message, which stays where it is. */
public final class ProbeRequest extends Request {
    private final int context;
    private final int wantedSource;
    private final int peer;
    private final int wantedTag;

    /**
     * @param source the sender's rank in the communicator, or {@link org.jmpi.comm.match.Pattern#ANY}
     * @param peer the sender's rank in the world, or {@link RecvRequest#ANY_PEER}
     */
    public ProbeRequest(int context, int source, int peer, int tag) {
        this.context = context;
        this.wantedSource = source;
        this.peer = peer;
        this.wantedTag = tag;
    }

    public int context() {
        return context;
    }

    public int wantedSource() {
        return wantedSource;
    }

    /** Returns the sender's rank in the world, or {@link RecvRequest#ANY_PEER}. */
    public int peer() {
        return peer;
    }

    public int wantedTag() {
        return wantedTag;
    }

    /** Notes the message that was found. */
    public void found(int source, int tag, BasicType type, long bytes, int objects) {
        describe(source, tag, type, bytes, objects);
    }

    @Override
    public String toString() {
        return "probe of source " + wantedSource + ", tag " + wantedTag + ", context " + context;
    }
}
