package org.jmpi.rpc;

/** A call of a remote object that has failed otherwise than by an exception of its method. */
public class RpcException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The rank in the world. */
    private final int rank;

    /** The number of the object at its rank. */
    private final int object;

    /** The method. */
    private final String method;

    /**
     * Creates the exception.
     *
     * @param callee what was called
     * @param why what has failed
     * @param cause what happened underneath, or null
     */
    RpcException(Callee callee, String why, Throwable cause) {
        super(callee + ": " + why, cause);
        this.rank = callee.rank();
        this.object = callee.object();
        this.method = callee.method();
    }

    /** {@return the rank in the world of the object that was called} */
    public int rank() {
        return rank;
    }

    /** {@return the number of the object at its rank, as {@link GlobalRef#id} returns it} */
    public int object() {
        return object;
    }

    /** {@return the method that was called, such as {@code add(int)}} */
    public String method() {
        return method;
    }
}
