package org.jmpi.transport.rmi;

import org.jmpi.comm.window.WindowContract;

/** Windows over the rmi transport. */
class RmiWindowTest extends WindowContract {
    RmiWindowTest() {
        super("rmi", false, false);
    }
}
