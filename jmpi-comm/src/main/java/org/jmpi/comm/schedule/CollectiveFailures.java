package org.jmpi.comm.schedule;

import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * The failures of one collective operation. It goes on nevertheless, since the other ranks count on this one's
 * messages, and fails at its end.
 */
public final class CollectiveFailures {
    private CommException mismatch;

    /** The exception of the program's own operator. */
    private RuntimeException thrown;

    /** Why this rank has no objects to give. */
    private CommException unsent;

    /** Starts without a failure. */
    public CollectiveFailures() {}

    /** Forgets all failures. */
    public void reset() {
        mismatch = null;
        thrown = null;
        unsent = null;
    }

    /**
     * Notes that what another rank gave does not match what this one awaits.
     *
     * @param failure the failure; the first one counts
     */
    public void note(CommException failure) {
        if (mismatch == null) mismatch = failure;
    }

    /**
     * Notes that objects could not be encoded or decoded: this rank has none to give from now on.
     *
     * @param failure why; the first one counts
     */
    public void noteObjects(CommException failure) {
        note(failure);
        if (unsent == null) unsent = failure;
    }

    /**
     * Notes what the program's own operator has thrown.
     *
     * @param cause what it has thrown
     */
    public void thrown(RuntimeException cause) {
        thrown = cause;
        unsent = cause instanceof CommException e
                ? e
                : new CommException(ErrorClass.OTHER, CommException.describe(cause), cause);
    }

    /** {@return the exception of the program's own operator, or null} */
    public RuntimeException thrown() {
        return thrown;
    }

    /** {@return why this rank has no objects to give, or null} */
    public CommException unsent() {
        return unsent;
    }

    /** {@return the description of a mismatch, or null} */
    public CommException mismatch() {
        return mismatch;
    }

    /** Throws what has been noted. */
    public void raise() {
        if (thrown != null) throw thrown;
        if (mismatch != null) throw mismatch;
    }
}
