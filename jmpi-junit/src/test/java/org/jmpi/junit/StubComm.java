package org.jmpi.junit;

import org.jmpi.comm.communicator.Communicator;

/** The communicator of a binding of the tests' own. */
class StubComm {
    private final Communicator core;

    StubComm(Communicator core) {
        this.core = core;
    }

    Communicator core() {
        return core;
    }

    int rank() {
        return core.rank();
    }

    int size() {
        return core.size();
    }
}
