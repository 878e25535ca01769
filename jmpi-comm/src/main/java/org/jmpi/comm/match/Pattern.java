package org.jmpi.comm.match;

import jdk.internal.vm.annotation.Contended;

/**
 * What a posted receive accepts: the sender's rank in the communicator and the tag, either of which may be {@link #ANY}.
 *
 * @param <R> the receive
 */
@Contended
public final class Pattern<R> {
    /** Accepts every source, or every tag. */
    public static final int ANY = -2;

    private final R receive;
    private int source;
    private int tag;

    long order;
    Pattern<R> previous;
    Pattern<R> next;

    public Pattern(R receive) {
        this.receive = receive;
    }

    /** Sets what is accepted; only while the pattern is in no queue. */
    public void set(int source, int tag) {
        this.source = source;
        this.tag = tag;
    }

    public R receive() {
        return receive;
    }

    public int source() {
        return source;
    }

    public int tag() {
        return tag;
    }

    /** Returns the end of an empty ring, which counts as posted after every receive. */
    static <R> Pattern<R> ringEnd() {
        Pattern<R> end = new Pattern<>(null);
        end.order = Long.MAX_VALUE;
        end.previous = end;
        end.next = end;
        return end;
    }

    /** Enters a ring as the last one. */
    void enter(Pattern<R> end) {
        previous = end.previous;
        next = end;
        previous.next = this;
        end.previous = this;
    }

    void leave() {
        previous.next = next;
        next.previous = previous;
        previous = null;
        next = null;
    }

    /** Returns whether this end's ring is empty. */
    boolean isAlone() {
        return next == this;
    }

    boolean acceptsTag(int tag) {
        return this.tag == ANY || this.tag == tag;
    }
}
