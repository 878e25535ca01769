package org.jmpi.comm.simulation;

/** Where a thread hands the baton over. */
enum Seam {
    START,
    SPIN,
    YIELD,
    PARK,
    JOIN,
    POLL,
    AWAIT,
    SEND,
    SENT,
    DELIVER,
    PAUSE,
    END
}
