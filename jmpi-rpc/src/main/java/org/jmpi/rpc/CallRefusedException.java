package org.jmpi.rpc;

/**
 * A call that the rules forbid: a simple method that waits or finds its object in use, an argument or a result that
 * can't travel or is above the limits.
 */
public final class CallRefusedException extends RpcException {
    private static final long serialVersionUID = 1;

    CallRefusedException(Callee callee, String why, Throwable cause) {
        super(callee, why, cause);
    }
}
