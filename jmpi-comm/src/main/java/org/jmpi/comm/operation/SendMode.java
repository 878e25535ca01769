package org.jmpi.comm.operation;

/** The communication modes of MPI-4.1 section 3.4. */
public enum SendMode {
    /** Complete when the memory may change. */
    STANDARD("Send"),
    /** Complete at once: the message is copied into the attached buffer. */
    BUFFERED("Bsend"),
    /** Complete when the receive has started, too. */
    SYNCHRONOUS("Ssend"),
    /** The receive has been posted: the program says so. */
    READY("Rsend");

    private final String call;

    SendMode(String call) {
        this.call = call;
    }

    /** {@return the name of the blocking call} */
    public String call() {
        return call;
    }
}
