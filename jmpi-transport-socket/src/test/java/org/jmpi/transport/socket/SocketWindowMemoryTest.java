package org.jmpi.transport.socket;

import org.jmpi.comm.window.WindowMemoryContract;

/** Kinds of windows, wrong calls and deaths over the socket transport. */
class SocketWindowMemoryTest extends WindowMemoryContract {
    SocketWindowMemoryTest() {
        super("socket", false, false);
    }
}
