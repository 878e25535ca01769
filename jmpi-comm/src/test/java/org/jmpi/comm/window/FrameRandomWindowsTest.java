package org.jmpi.comm.window;

/** Random programs of windows whose accesses go by frames. */
class FrameRandomWindowsTest extends RandomWindowsContract {
    FrameRandomWindowsTest() {
        super("threads", true, false);
    }
}
