package mpi;

/**
 * Computes a program's own reduction (MPI-4.1 section 6.9.5).
 *
 * <pre>{@code
 * class Largest extends User_function {
 *     public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
 *         int[] in = (int[]) invec;
 *         int[] inout = (int[]) inoutvec;
 *         for (int i = 0; i < count; i++)
 *             inout[inoutoffset + i] = Math.max(in[inoffset + i], inout[inoutoffset + i]);
 *     }
 * }
 * Op largest = new Op(new Largest(), true);
 * int[] result = new int[1];
 * MPI.COMM_WORLD.Allreduce(new int[] {MPI.COMM_WORLD.Rank()}, 0, result, 0, 1, MPI.INT, largest);
 * largest.free();
 * }</pre>
 */
public abstract class User_function {
    /** Creates the function. */
    public User_function() {}

    /**
     * Combines items of two arrays: {@code inoutvec = invec op inoutvec}, where {@code invec} has the operands of the
     * lower ranks. A library call may hand over its operands in several parts.
     *
     * @param invec an array of the datatype's base type; of objects, one of the class of the send buffer, unless
     *     another rank gave an object that such an array can't hold; not to be changed
     * @param inoffset the index of the first item, in elements
     * @param inoutvec an array of the same type, which takes the result
     * @param inoutoffset the index of the first item, in elements
     * @param count the number of items
     * @param datatype the datatype that the reduction was called with
     */
    public abstract void Call(
            Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype)
            throws MPIException;
}
