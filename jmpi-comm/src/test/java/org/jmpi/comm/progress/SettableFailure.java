package org.jmpi.comm.progress;

import org.jmpi.comm.error.CommException;
import org.jmpi.comm.operation.Completion;

/** A failure of all operations, which a test sets and takes back. */
final class SettableFailure implements WaitFailures {
    private volatile CommException cause;

    void set(CommException failure) {
        cause = failure;
    }

    @Override
    public int count() {
        return cause == null ? 0 : 1;
    }

    @Override
    public boolean endAll() {
        return cause != null;
    }

    @Override
    public boolean endsWait(Completion completion) {
        return cause != null;
    }
}
