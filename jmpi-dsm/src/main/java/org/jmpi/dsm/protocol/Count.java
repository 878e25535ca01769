package org.jmpi.dsm.protocol;

/** The counters of the protocol at one rank. */
public enum Count {
    ACQUIRES,
    REMOTE_ACQUIRES,
    ARRIVALS,
    MESSAGES,
    BYTES,
    DIFFS,
    DIFF_BYTES,
    TWINS,
    MISSES,
    COLD_MISSES,
    COLLECTIONS
}
