package mpi;

/** What a program may free; what it does not free the garbage collector does. */
public abstract class Freeable {
    Freeable() {}

    /**
     * Frees the object, which must not be used any more.
     *
     * @throws MPIException of the object's own class if it is void or has been freed already
     */
    public abstract void free() throws MPIException;
}
