package org.jmpi;

/**
 * The ranks of a {@code Jmpi.run} were ended: their time limit was over, or the thread that called it was interrupted.
 * The message says which ranks waited for which, and what each was at.
 *
 * <pre>{@code
 * try {
 *     Jmpi.run(2, Duration.ofMillis(100), () -> MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 7));
 * } catch (RunStoppedException e) {
 *     System.out.println(e.getMessage()); // both ranks wait for a message
 * }
 * }</pre>
 */
public final class RunStoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RunStoppedException(String message) {
        super(message);
    }
}
