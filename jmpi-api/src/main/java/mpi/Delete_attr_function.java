package mpi;

/**
 * Is called before an attribute is removed: by {@link Comm#Delete_attr}, by a new value, or with its object (MPI-4.1
 * section 7.7.2).
 *
 * <pre>{@code
 * Delete_attr_function<Comm> prints = (object, keyval, value) -> System.out.println(value + " is removed");
 * int key = Comm.Create_keyval(MPI.COMM_NULL_COPY_FN, prints);
 * MPI.COMM_WORLD.Set_attr(key, "a plan");
 * MPI.COMM_WORLD.Delete_attr(key); // a plan is removed
 * }</pre>
 *
 * @param <T> the kind of the object
 */
@FunctionalInterface
public interface Delete_attr_function<T> {
    /**
     * Reacts to the removal. An exception fails the call that removes, and the attribute stays.
     *
     * @param object has the attribute
     * @param keyval the attribute's key
     * @param value the attribute
     */
    void Call(T object, int keyval, Object value) throws MPIException;
}
