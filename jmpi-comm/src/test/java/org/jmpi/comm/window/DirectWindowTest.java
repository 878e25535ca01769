package org.jmpi.comm.window;

/** Windows of ranks that are threads of one JVM. */
class DirectWindowTest extends WindowContract {
    DirectWindowTest() {
        super("threads", false, true);
    }
}
