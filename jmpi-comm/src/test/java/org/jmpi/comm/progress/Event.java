package org.jmpi.comm.progress;

import org.jmpi.comm.operation.MessageOperation;

/** Something to wait for. */
final class Event extends MessageOperation {
    @Override
    public int context() {
        return 0;
    }

    @Override
    public int peer() {
        return 0;
    }
}
