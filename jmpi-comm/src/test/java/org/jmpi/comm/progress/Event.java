package org.jmpi.comm.progress;

import org.jmpi.comm.request.Request;

/** Something to wait for. */
final class Event extends Request {
    @Override
    public int context() {
        return 0;
    }

    @Override
    public int peer() {
        return 0;
    }
}
