package org.jmpi.comm.request;

/** A probe that waits for a message, which stays where it is. */
public final class ProbeRequest extends Request {
    private final int context;
    private final int wantedSource;
    private final int wantedTag;

    public ProbeRequest(int context, int source, int tag) {
        this.context = context;
        this.wantedSource = source;
        this.wantedTag = tag;
    }

    public int context() {
        return context;
    }

    public int wantedSource() {
        return wantedSource;
    }

    public int wantedTag() {
        return wantedTag;
    }

    /** Notes the message that was found. */
    public void found(int source, int tag, long bytes, int objects) {
        describe(source, tag, bytes, objects);
    }

    @Override
    public String toString() {
        return "probe of source " + wantedSource + ", tag " + wantedTag + ", context " + context;
    }
}
