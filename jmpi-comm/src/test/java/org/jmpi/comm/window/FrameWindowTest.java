package org.jmpi.comm.window;

/** Windows whose accesses go by frames. */
class FrameWindowTest extends WindowContract {
    FrameWindowTest() {
        super("threads", true, false);
    }
}
