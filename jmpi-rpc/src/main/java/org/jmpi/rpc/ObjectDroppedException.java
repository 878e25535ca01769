package org.jmpi.rpc;

/** A call of an object that its rank does not have any more, or never had. */
public final class ObjectDroppedException extends RpcException {
    private static final long serialVersionUID = 1;

    ObjectDroppedException(Callee callee, String why, Throwable cause) {
        super(callee, why, cause);
    }
}
