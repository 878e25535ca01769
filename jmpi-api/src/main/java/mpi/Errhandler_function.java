package mpi;

/**
 * A program's reaction to failed calls (MPI-4.1 section 9.3).
 *
 * <pre>{@code
 * Errhandler_function<Comm> log = (comm, failure) -> System.err.println(comm.Rank() + ": " + failure.getMessage());
 * MPI.COMM_WORLD.Set_errhandler(Comm.Create_errhandler(log));
 * }</pre>
 *
 * @param <T> the kind of the object whose calls fail
 */
@FunctionalInterface
public interface Errhandler_function<T> {
    /**
     * Reacts to a failed call. If this returns, the call throws the exception, as it does under
     * {@link MPI#ERRORS_RETURN}; if this throws, the call throws that instead.
     *
     * @param object whose call has failed
     * @param failure what the call is about to throw
     */
    void Call(T object, MPIException failure) throws MPIException;
}
