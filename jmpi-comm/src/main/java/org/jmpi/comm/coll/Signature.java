package org.jmpi.comm.coll;

/**
 * What tells a collective operation from others, and is the same at every rank.
 *
 * @param operation its name
 * @param root the root's rank, or {@link #NO_ROOT}
 */
public record Signature(String operation, int root) {
    /** The root of an operation that has none. */
    public static final int NO_ROOT = -1;

    static Signature of(String operation) {
        return new Signature(operation, NO_ROOT);
    }

    @Override
    public String toString() {
        return root == NO_ROOT ? operation : operation + "(root=" + root + ")";
    }
}
