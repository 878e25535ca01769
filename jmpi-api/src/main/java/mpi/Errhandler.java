package mpi;

/**
 * What a communicator does when a call fails (MPI-4.1 section 9.3): {@link MPI#ERRORS_RETURN} throws an
 * {@link MPIException}, {@link MPI#ERRORS_ARE_FATAL} shows it with its stack and ends the job.
 */
public class Errhandler {
    private final String name;

    Errhandler(String name) {
        this.name = name;
    }

    static Errhandler of(boolean fatal) {
        return fatal ? MPI.ERRORS_ARE_FATAL : MPI.ERRORS_RETURN;
    }

    @Override
    public String toString() {
        return name;
    }
}
