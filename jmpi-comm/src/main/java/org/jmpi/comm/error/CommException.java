package org.jmpi.comm.error;

/** A failed operation: the MPI error class, and a message that carries the offending values. */
public final class CommException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The kind of the failure. */
    private final ErrorClass errorClass;

    /**
     * Creates the exception for a failure that is found here.
     *
     * @param errorClass what kind of failure it is
     * @param message what failed, with the offending values
     */
    public CommException(ErrorClass errorClass, String message) {
        super(message);
        this.errorClass = errorClass;
    }

    /**
     * Creates the exception for a failure that another one has brought about.
     *
     * @param errorClass what kind of failure it is
     * @param message what failed, with the offending values
     * @param cause what happened underneath, or null
     */
    public CommException(ErrorClass errorClass, String message, Throwable cause) {
        super(message, cause);
        this.errorClass = errorClass;
    }

    /**
     * {@return the message of an exception, with its class} Code of the program decides that, which may fail, too.
     *
     * @param failure what was thrown
     */
    public static String describe(Throwable failure) {
        try {
            return String.valueOf(failure);
        } catch (RuntimeException | Error e) {
            return failure.getClass().getName() + " (its description throws "
                    + e.getClass().getName() + ")";
        }
    }

    /** {@return the kind of the failure} */
    public ErrorClass errorClass() {
        return errorClass;
    }

    /**
     * {@return an exception for the same failure that says where it is}
     *
     * @param place what comes before the message, such as the name of an argument
     */
    public CommException at(String place) {
        return new CommException(errorClass, place + ": " + getMessage(), getCause());
    }

    /**
     * {@return an exception for the same failure whose stack is the caller's: a failure is raised in each waiting
     * thread}
     */
    public CommException here() {
        return new CommException(errorClass, getMessage(), getCause());
    }
}
