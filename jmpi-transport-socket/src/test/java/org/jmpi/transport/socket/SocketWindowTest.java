package org.jmpi.transport.socket;

import org.jmpi.comm.window.WindowContract;

/** Windows over the socket transport. */
class SocketWindowTest extends WindowContract {
    SocketWindowTest() {
        super("socket", false, false);
    }
}
