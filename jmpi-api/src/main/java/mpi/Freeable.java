package mpi;

/** What a program may free when it no longer needs it. */
public interface Freeable {
    /** Frees it. */
    void free() throws MPIException;
}
