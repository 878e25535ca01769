package org.jmpi.bench.application;

import java.util.Locale;

/** A way to write a parallel program. */
enum Model {
    /** Messages of package {@code mpi}. */
    MESSAGES,
    /** Calls of objects of other ranks, by package {@code org.jmpi.rpc}. */
    REMOTE_OBJECTS,
    /** Tasks of package {@code jpvm}. */
    PVM,
    /** Arrays of package {@code org.jmpi.dsm}, in memory that the ranks share if they do. */
    SHARED_ARRAYS,
    /** The same programs, where each rank has copies of the pages, as if it had a host of its own. */
    SHARED_COPIES,
    /** Copies of the pages that one rank writes; what all ranks write travels by package {@code jpvm}. */
    HYBRID;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
