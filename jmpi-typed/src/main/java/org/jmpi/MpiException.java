package org.jmpi;

import org.jmpi.comm.communicator.Dialect;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.world.CurrentWorld;
import org.jmpi.world.Dialects;

/**
 * A failed call (MPI-4.1 section 9.3). With package {@code mpi} of mpiJava on the class path a typed call throws an
 * {@code mpi.MPIException}, which is one.
 *
 * <p>The message names the offending values. The stack is the caller's; the cause, if there is one, shows what happened
 * underneath.
 *
 * <pre>{@code
 * Communicator world = Jmpi.world();
 * try {
 *     world.send("a word", world.size());
 * } catch (MpiException e) {
 *     System.out.println(e.errorClass() + ": " + e.getMessage()); // RANK: no rank has that number
 * }
 * }</pre>
 */
public class MpiException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The kind of the failure. */
    private final ErrorClass errorClass;

    /**
     * Creates an exception of class {@link ErrorClass#OTHER}.
     *
     * @param message what failed, with the offending values
     */
    protected MpiException(String message) {
        super(message);
        this.errorClass = ErrorClass.OTHER;
    }

    /**
     * Creates an exception of class {@link ErrorClass#OTHER} for another one.
     *
     * @param cause what happened underneath; its message becomes this one's
     */
    protected MpiException(Throwable cause) {
        super(cause);
        this.errorClass = ErrorClass.OTHER;
    }

    /**
     * Creates the exception of a failed call.
     *
     * @param failure why the call failed
     */
    protected MpiException(CommException failure) {
        super("MPI.ERR_" + failure.errorClass() + ": " + failure.getMessage(), failure.getCause());
        this.errorClass = failure.errorClass();
    }

    /**
     * Returns the exception of a failed call, unless the error handler of its communicator ends the job.
     *
     * @param core the communicator; null for none
     */
    static MpiException raised(org.jmpi.comm.communicator.Communicator core, CommException failure) {
        return CurrentWorld.raised(core, of(failure));
    }

    /** Returns the exception of a failed call: that of an installed dialect, if it is one of this class. */
    static MpiException of(CommException failure) {
        for (Dialect dialect : Dialects.installed())
            if (dialect.raise(failure) instanceof MpiException exception) return exception;
        return new MpiException(failure);
    }

    /** {@return the error class (MPI-4.1 section 9.4)} */
    public ErrorClass errorClass() {
        return errorClass;
    }
}
