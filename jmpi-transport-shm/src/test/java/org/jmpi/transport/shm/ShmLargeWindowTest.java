package org.jmpi.transport.shm;

import org.jmpi.comm.window.LargeWindowContract;

/** A large window over the shm transport. */
class ShmLargeWindowTest extends LargeWindowContract {
    ShmLargeWindowTest() {
        super("shm", false, true);
    }
}
