package mpi;

/**
 * The reaction of a communicator to a failed call (MPI-4.1 section 9.3): {@link MPI#ERRORS_RETURN} throws an
 * {@link MPIException}, {@link MPI#ERRORS_ARE_FATAL} shows it with its stack and ends the job.
 *
 * <pre>{@code
 * MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
 * try {
 *     MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, MPI.COMM_WORLD.Size(), 7);
 * } catch (MPIException e) {
 *     System.out.println(e.getMessage()); // no rank has that number
 * }
 * }</pre>
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
