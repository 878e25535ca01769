package org.jmpi.transport.socket;

import org.jmpi.comm.window.RandomWindowsContract;

/** Random programs of windows over the socket transport. */
class SocketRandomWindowsTest extends RandomWindowsContract {
    SocketRandomWindowsTest() {
        super("socket", false, false);
    }
}
