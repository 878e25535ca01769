package mpi;

/**
 * An object that a program may free. The garbage collector frees the others.
 *
 * <pre>{@code
 * Datatype pair = Datatype.Contiguous(2, MPI.INT);
 * pair.Commit();
 * int[] values = new int[2 * 50];
 * MPI.COMM_WORLD.Bcast(values, 0, 50, pair, 0);
 * pair.free();
 * }</pre>
 */
public abstract class Freeable {
    Freeable() {}

    /** For classes compiled against MPJ Express or mpiJava 1.2, which may call it; see src/build/Bridges.java. */
    void finalize$bridge() throws MPIException {
        // Empty, so that the JVM takes no object for one to be finalized.
    }

    /**
     * Frees the object, which must not be used any more.
     *
     * @throws MPIException of the object's own class if it is a null object or has been freed already
     */
    public abstract void free() throws MPIException;
}
