package org.jmpi.comm.progress;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.transport.Endpoint;

/** The way to one peer, and the eager bytes that may still go to it unasked. */
final class Route {
    final int peer;
    final Endpoint endpoint;

    /** The longest payload, in bytes, that is sent unasked. */
    final int eagerLimit;

    /** Eager bytes, with what keeping a message costs, that the peer has room for. */
    final AtomicLong credit;

    /** Eager bytes of the peer's that have been matched since credit was last given back; guarded by the inbox's lock. */
    long owed;

    /** Why nothing more goes to or comes from the peer; null while that is not so. */
    volatile CommException gone;

    /** Whether the peer's end has been told of. */
    final AtomicBoolean blamed = new AtomicBoolean();

    Route(int peer, Endpoint endpoint, int eagerLimit, long window) {
        this.peer = peer;
        this.endpoint = endpoint;
        this.eagerLimit = eagerLimit;
        this.credit = new AtomicLong(window);
    }

    /** Takes credit, unless there is too little. */
    boolean take(long bytes) {
        if (credit.get() < bytes) return false;
        if (credit.addAndGet(-bytes) >= 0) return true;
        credit.addAndGet(bytes);
        return false;
    }
}
