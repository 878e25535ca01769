package org.jmpi.comm.communicator;

/** The collective operations. */
public enum CollectiveKind {
    BARRIER,
    BCAST,
    GATHER,
    GATHERV,
    SCATTER,
    SCATTERV,
    ALLGATHER,
    ALLGATHERV,
    ALLTOALL,
    ALLTOALLV,
    ALLTOALLW,
    REDUCE,
    ALLREDUCE,
    REDUCE_SCATTER,
    REDUCE_SCATTER_BLOCK,
    SCAN,
    EXSCAN;

    /** Returns the name of the operation's form among neighbours. */
    String nameAmongNeighbours() {
        return switch (this) {
            case ALLGATHER -> "Neighbor_allgather";
            case ALLGATHERV -> "Neighbor_allgatherv";
            case ALLTOALL -> "Neighbor_alltoall";
            case ALLTOALLV -> "Neighbor_alltoallv";
            case ALLTOALLW -> "Neighbor_alltoallw";
            default -> throw new IllegalStateException(this + " has no form among neighbours");
        };
    }
}
