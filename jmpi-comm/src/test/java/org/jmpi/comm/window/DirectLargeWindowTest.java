package org.jmpi.comm.window;

/** A large window of ranks that are threads of one JVM. */
class DirectLargeWindowTest extends LargeWindowContract {
    DirectLargeWindowTest() {
        super("threads", false, true);
    }
}
