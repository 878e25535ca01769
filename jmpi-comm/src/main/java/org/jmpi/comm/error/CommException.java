package org.jmpi.comm.error;

/** A failed operation: the MPI error class, and a message that carries the offending values. */
public final class CommException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorClass errorClass;

    public CommException(ErrorClass errorClass, String message) {
        super(message);
        this.errorClass = errorClass;
    }

    public CommException(ErrorClass errorClass, String message, Throwable cause) {
        super(message, cause);
        this.errorClass = errorClass;
    }

    public ErrorClass errorClass() {
        return errorClass;
    }

    /** Returns an exception for the same failure whose stack is the caller's: a failure is raised in each waiting thread. */
    public CommException here() {
        return new CommException(errorClass, getMessage(), getCause());
    }
}
