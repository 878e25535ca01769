package org.jmpi.comm.match;

/**
 * The messages that a posted receive accepts: the sender's rank in the communicator and the tag, either of which may be
 * {@link #ANY}.
 *
 * @param <R> the receive
 */
public final class Pattern<R> extends Entry<R> {
    /** Accepts every source, or every tag. */
    public static final int ANY = -2;

    public Pattern(R receive) {
        super(receive);
    }

    public R receive() {
        return item;
    }

    @Override
    public String toString() {
        return "(source=" + (source == ANY ? "ANY_SOURCE" : source) + ", tag=" + (tag == ANY ? "ANY_TAG" : tag) + ")";
    }
}
