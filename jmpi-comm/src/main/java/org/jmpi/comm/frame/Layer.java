package org.jmpi.comm.frame;

/**
 * A layer of a library or a program, beside MPI's messages: it sends frames of its own to the ranks that have the same
 * layer, and receives theirs.
 *
 * <p>{@code MPI.Init} finds layers by {@link java.util.ServiceLoader}, in the class path or module path of the rank. It
 * opens one object of each at each rank. The ranks of a job may have different layers.
 *
 * <p>After the rank's {@code MPI.Finalize} no receiver is called: a frame that comes is dropped, and a request that
 * comes fails at its sender. A send then throws an exception of MPI's class OTHER. The next {@code MPI.Init} has
 * the same object send and receive again.
 */
public interface Layer {
    /** {@return the name, which no other layer has, such as {@code org.example.cache}: 1 to 255 characters} */
    String name();

    /** {@return the version: layers of different versions exchange no frames} */
    default int version() {
        return 1;
    }

    /**
     * Registers the receivers. Called once at each rank, in {@code MPI.Init}, before a frame can come.
     *
     * @param frames those of this layer at this rank; a layer keeps it to send frames after {@code MPI.Init}
     */
    void open(Frames frames);
}
