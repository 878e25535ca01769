package org.jmpi.comm.simulation;

/** The collective operations. */
enum Operation {
    BARRIER(Counts.NONE),
    BCAST(Counts.ONE),
    GATHER(Counts.EQUAL),
    GATHERV(Counts.VARYING),
    SCATTER(Counts.EQUAL),
    SCATTERV(Counts.VARYING),
    ALLGATHER(Counts.EQUAL),
    ALLGATHERV(Counts.VARYING),
    ALLTOALL(Counts.EQUAL),
    ALLTOALLV(Counts.VARYING),
    ALLTOALLW(Counts.WITH_TYPES),
    REDUCE(Counts.ONE),
    ALLREDUCE(Counts.ONE),
    REDUCE_SCATTER(Counts.ONE),
    REDUCE_SCATTER_BLOCK(Counts.ONE),
    SCAN(Counts.ONE),
    EXSCAN(Counts.ONE),
    NEIGHBOR_ALLGATHER(Counts.EQUAL),
    NEIGHBOR_ALLGATHERV(Counts.VARYING),
    NEIGHBOR_ALLTOALL(Counts.EQUAL),
    NEIGHBOR_ALLTOALLV(Counts.VARYING),
    NEIGHBOR_ALLTOALLW(Counts.WITH_TYPES);

    /** What describes the blocks of a buffer. */
    enum Counts {
        NONE,
        /** A buffer is one block. */
        ONE,
        /** Blocks have one length and follow each other. */
        EQUAL,
        /** Blocks have counts and displacements. */
        VARYING,
        /** Blocks have datatypes of their own, too. */
        WITH_TYPES
    }

    final Counts counts;

    Operation(Counts counts) {
        this.counts = counts;
    }

    boolean reduces() {
        return ordinal() >= REDUCE.ordinal() && ordinal() <= EXSCAN.ordinal();
    }

    boolean isAmongNeighbours() {
        return ordinal() >= NEIGHBOR_ALLGATHER.ordinal();
    }

    boolean isOfInter() {
        return this != SCAN && this != EXSCAN && !isAmongNeighbours();
    }

    boolean hasRoot() {
        return switch (this) {
            case BCAST, GATHER, GATHERV, SCATTER, SCATTERV, REDUCE -> true;
            default -> false;
        };
    }

    /** Returns whether a rank, or the root if there is one, may give one buffer for both. */
    boolean mayBeInPlace() {
        return this != BARRIER && this != BCAST && !isAmongNeighbours();
    }
}
