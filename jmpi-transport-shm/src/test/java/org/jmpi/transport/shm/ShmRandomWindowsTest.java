package org.jmpi.transport.shm;

import org.jmpi.comm.window.RandomWindowsContract;

/** Random programs of windows over the shm transport. */
class ShmRandomWindowsTest extends RandomWindowsContract {
    ShmRandomWindowsTest() {
        super("shm", false, true);
    }
}
