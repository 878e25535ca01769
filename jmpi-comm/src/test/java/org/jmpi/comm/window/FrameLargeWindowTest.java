package org.jmpi.comm.window;

/** A large window whose accesses go by frames. */
class FrameLargeWindowTest extends LargeWindowContract {
    FrameLargeWindowTest() {
        super("threads", true, false);
    }
}
