package org.jmpi.comm.match;

/**
 * What an arrived message says of itself: the sender's rank in the communicator, and the tag.
 *
 * @param <M> the message
 */
public final class Envelope<M> {
    private final M message;
    private int source;
    private int tag;

    Envelope<M> previousOfSource;
    Envelope<M> nextOfSource;
    Envelope<M> previous;
    Envelope<M> next;

    public Envelope(M message) {
        this.message = message;
    }

    /** Sets the values; only while the envelope is in no queue. */
    public void set(int source, int tag) {
        this.source = source;
        this.tag = tag;
    }

    public M message() {
        return message;
    }

    public int source() {
        return source;
    }

    public int tag() {
        return tag;
    }

    boolean isAcceptedBy(int wantedTag) {
        return wantedTag == Pattern.ANY || wantedTag == tag;
    }
}
