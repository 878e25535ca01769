package org.jmpi.rpc;

/** A call of an object whose rank has failed or has ended. */
public final class RankLostException extends RpcException {
    private static final long serialVersionUID = 1;

    RankLostException(Callee callee, String why, Throwable cause) {
        super(callee, why, cause);
    }
}
