package org.jmpi;

/**
 * Names a rank of a {@code Jmpi.run} that failed: a suppressed exception of the one that {@code Jmpi.run} throws. Its
 * stack is that of the call of {@code Jmpi.run}.
 *
 * <pre>{@code
 * try {
 *     Jmpi.run(2, () -> {
 *         if (MPI.COMM_WORLD.Rank() == 1) throw new IllegalStateException("no input");
 *         MPI.COMM_WORLD.Barrier();
 *     });
 * } catch (IllegalStateException e) {
 *     for (Throwable more : e.getSuppressed())
 *         if (more instanceof RankFailure) System.out.println(more.getMessage()); // names rank 1
 * }
 * }</pre>
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
