package org.jmpi;

/**
 * Names a rank of a {@code Jmpi.run} that failed: a suppressed exception of the one that {@code Jmpi.run} throws. Its
 * stack is that of the call of {@code Jmpi.run}.
 */
public final class RankFailure extends Exception {
    private static final long serialVersionUID = 1;

    /** The rank. */
    private final int rank;

    /** @param cause what ended the rank; null if this is suppressed by the very exception that did */
    RankFailure(String message, int rank, Throwable cause) {
        super(message, cause);
        this.rank = rank;
    }

    /** {@return the rank that failed} */
    public int rank() {
        return rank;
    }
}
