package org.jmpi.transport.rmi;

import org.jmpi.comm.window.RandomWindowsContract;

/** Random programs of windows over the rmi transport. */
class RmiRandomWindowsTest extends RandomWindowsContract {
    RmiRandomWindowsTest() {
        super("rmi", false, false);
    }
}
