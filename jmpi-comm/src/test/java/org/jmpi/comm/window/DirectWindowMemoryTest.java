package org.jmpi.comm.window;

/** Kinds of windows, wrong calls and deaths of ranks that are threads of one JVM. */
class DirectWindowMemoryTest extends WindowMemoryContract {
    DirectWindowMemoryTest() {
        super("threads", false, true);
    }
}
