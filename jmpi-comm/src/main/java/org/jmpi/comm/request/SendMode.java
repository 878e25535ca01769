package org.jmpi.comm.request;

/** The communication modes of MPI-4.1 section 3.4. */
public enum SendMode {
    STANDARD,
    BUFFERED,
    SYNCHRONOUS,
    READY
}
