package org.jmpi.comm.match;

import jdk.internal.vm.annotation.Contended;

/**
 * What an arrived message says of itself: the sender's rank in the communicator, and the tag.
 *
 * @param <M> the message
 */
@Contended
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

    /** Returns the end of an empty ring, by source or by any. */
    static <M> Envelope<M> ringEnd() {
        Envelope<M> end = new Envelope<>(null);
        end.previousOfSource = end;
        end.nextOfSource = end;
        end.previous = end;
        end.next = end;
        return end;
    }

    /** Enters both rings as the last one. */
    void enter(Envelope<M> end, Envelope<M> endOfSource) {
        previous = end.previous;
        next = end;
        previous.next = this;
        end.previous = this;
        previousOfSource = endOfSource.previousOfSource;
        nextOfSource = endOfSource;
        previousOfSource.nextOfSource = this;
        endOfSource.previousOfSource = this;
    }

    void leave() {
        previous.next = next;
        next.previous = previous;
        previousOfSource.nextOfSource = nextOfSource;
        nextOfSource.previousOfSource = previousOfSource;
        previous = null;
        next = null;
        previousOfSource = null;
        nextOfSource = null;
    }

    boolean isAcceptedBy(int wantedTag) {
        return wantedTag == Pattern.ANY || wantedTag == tag;
    }
}
