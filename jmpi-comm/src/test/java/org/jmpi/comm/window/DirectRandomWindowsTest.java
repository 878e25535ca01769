package org.jmpi.comm.window;

/** Random programs of windows of ranks that are threads of one JVM. */
class DirectRandomWindowsTest extends RandomWindowsContract {
    DirectRandomWindowsTest() {
        super("threads", false, true);
    }
}
