package mpi;

import org.jmpi.MpiException;
import org.jmpi.comm.error.CommException;

/**
 * A failed MPI call (MPI-4.1 section 9.3). It is unchecked, so that a program compiles whether or not it catches it.
 *
 * <p>The message names the offending values. The stack is the caller's; the cause, if there is one, shows what happened
 * underneath.
 *
 * <pre>{@code
 * try {
 *     MPI.COMM_WORLD.Send(new int[1], 0, 5, MPI.INT, 0, 7);
 * } catch (MPIException e) {
 *     if (e.Get_error_class() != MPI.ERR_COUNT) throw e;
 *     System.out.println(e.getMessage()); // the array is too short
 * }
 * }</pre>
 */
public class MPIException extends MpiException {
    private static final long serialVersionUID = 1;

    /** The statuses of the requests that are complete; null if the call completes no array of requests. */
    transient Status[] statuses;

    /** Creates an exception of class {@link MPI#ERR_OTHER} without a message. */
    public MPIException() {
        this("");
    }

    /**
     * Creates an exception of class {@link MPI#ERR_OTHER}.
     *
     * @param message what failed, with the offending values
     */
    public MPIException(String message) {
        super(message);
    }

    /**
     * Creates an exception of class {@link MPI#ERR_OTHER} for another one.
     *
     * @param cause what happened underneath; its message becomes this one's
     */
    public MPIException(Throwable cause) {
        super(cause);
    }

    MPIException(CommException failure) {
        super(failure);
    }

    /** {@return the error class, one of the constants {@code MPI.ERR_...} (MPI-4.1 section 9.4)} */
    public int Get_error_class() {
        return errorClass().code();
    }

    /** {@return the error code; this library has one for each class} */
    public int Get_error_code() {
        return errorClass().code();
    }

    /** {@return the meaning of the error class, in a few words} */
    public String Get_error_string() {
        return errorClass().meaning();
    }

    /**
     * {@return the statuses of the requests that a failed Waitall, Testall, Waitsome or Testsome has completed} Each
     * has the index of its request; that of a request that has failed, or is not complete, is null. After another call
     * the result is null (MPI-4.1 section 3.7.5, MPI_ERR_IN_STATUS).
     */
    public Status[] Get_statuses() {
        return statuses;
    }
}
