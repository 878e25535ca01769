package org.jmpi.comm.communicator;

/** How two groups or two communicators relate (MPI-4.1 sections 7.3.1 and 7.4.1). */
public enum Comparison {
    /** The same members in the same order; of communicators, the same communicator. */
    IDENT,
    /** The same members in the same order, in different contexts; of communicators only. */
    CONGRUENT,
    /** The same members in different orders. */
    SIMILAR,
    /** Different members. */
    UNEQUAL
}
