package org.jmpi;

/**
 * The ranks of a {@code Jmpi.run} were ended: their time limit was over, or the thread that called it was interrupted.
 * The message says which ranks waited for which, and what each was at.
 */
public final class RunStoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RunStoppedException(String message) {
        super(message);
    }
}
