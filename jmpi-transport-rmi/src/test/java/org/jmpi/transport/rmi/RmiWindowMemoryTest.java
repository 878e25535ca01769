package org.jmpi.transport.rmi;

import org.jmpi.comm.window.WindowMemoryContract;

/** Kinds of windows, wrong calls and deaths over the rmi transport. */
class RmiWindowMemoryTest extends WindowMemoryContract {
    RmiWindowMemoryTest() {
        super("rmi", false, false);
    }
}
