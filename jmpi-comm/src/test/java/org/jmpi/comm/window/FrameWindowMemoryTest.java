package org.jmpi.comm.window;

/** Kinds of windows, wrong calls and deaths whose accesses go by frames. */
class FrameWindowMemoryTest extends WindowMemoryContract {
    FrameWindowMemoryTest() {
        super("threads", true, false);
    }
}
