package mpi;

/** What a program may free; what it does not free the garbage collector does. */
public abstract class Freeable {
    Freeable() {}

    /** For classes compiled against MPJ Express or mpiJava 1.2, which may call it; see src/build/Bridges.java. */
    void finalize$bridge() throws MPIException {
        // Empty, so that the JVM takes no object for one to be finalized.
    }

    /**
     * Frees the object, which must not be used any more.
     *
     * @throws MPIException of the object's own class if it is void or has been freed already
     */
    public abstract void free() throws MPIException;
}
