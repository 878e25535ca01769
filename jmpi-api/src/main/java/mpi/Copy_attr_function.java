package mpi;

/**
 * Says what becomes of an attribute of an object that is copied (MPI-4.1 section 7.7.2).
 *
 * <pre>{@code
 * Copy_attr_function<Comm> shared = (oldobject, keyval, value) -> value;
 * int key = Comm.Create_keyval(shared, MPI.COMM_NULL_DELETE_FN);
 * MPI.COMM_WORLD.Set_attr(key, new int[3]);
 * int[] same = (int[]) MPI.COMM_WORLD.Dup().Get_attr(key);
 * }</pre>
 *
 * @param <T> the kind of the object
 */
@FunctionalInterface
public interface Copy_attr_function<T> {
    /**
     * {@return the value for the new object; null if it is to have none} An exception fails the call that copies.
     *
     * @param oldobject the object that is copied
     * @param keyval the attribute's key
     * @param value the attribute
     */
    Object Call(T oldobject, int keyval, Object value) throws MPIException;
}
