package mpi;

/**
 * The methods of {@link Comm} that differ in MPJ Express by their result alone; see src/build/Bridges.java. In a
 * superclass, reflection finds the method of Comm first.
 */
abstract class MpjExpressComm {
    /** Returns an attribute to classes compiled against MPJ Express; null if there is none. */
    Object Attr_get$bridge(int keyval) throws MPIException {
        int value = Attr_get(keyval);
        return value == MPI.UNDEFINED ? null : value;
    }

    /**
     * Returns an attribute: see {@link Comm#Attr_get}.
     *
     * @param keyval the key
     * @return the value
     */
    public abstract int Attr_get(int keyval) throws MPIException;
}
