package org.jmpi.transport.shm;

import org.jmpi.comm.window.WindowContract;

/** Windows over the shm transport. */
class ShmWindowTest extends WindowContract {
    ShmWindowTest() {
        super("shm", false, true);
    }
}
