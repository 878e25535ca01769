package org.jmpi.transport.shm;

import org.jmpi.comm.window.WindowMemoryContract;

/** Kinds of windows, wrong calls and deaths over the shm transport. */
class ShmWindowMemoryTest extends WindowMemoryContract {
    ShmWindowMemoryTest() {
        super("shm", false, true);
    }
}
