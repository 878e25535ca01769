package org.jmpi.comm.request;

/** The communication modes of MPI-4.1 section 3.4. */
public enum SendMode {
    /** Complete when the memory may change. */
    STANDARD,
    /** Complete at once: the message is copied into the attached buffer. */
    BUFFERED,
    /** Complete when the receive has started, too. */
    SYNCHRONOUS,
    /** The receive has been posted: the program says so. */
    READY
}
