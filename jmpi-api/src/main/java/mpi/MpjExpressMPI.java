package mpi;

/**
 * The methods of {@link MPI} that differ in MPJ Express by their result alone; see src/build/Bridges.java. In a
 * superclass, reflection finds the method of MPI first.
 */
class MpjExpressMPI {
    /** Detaches the buffer for classes compiled against MPJ Express. */
    static void Buffer_detach$bridge() throws MPIException {
        MPI.Buffer_detach();
    }
}
