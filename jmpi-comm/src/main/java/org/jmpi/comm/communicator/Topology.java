package org.jmpi.comm.communicator;

import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/** The neighbours of each rank of a communicator (MPI-4.1 section 8). Immutable, and the same at every rank. */
public sealed interface Topology permits CartTopology, GraphTopology {
    /** {@return the number of ranks that have a position: 0 to {@code size() - 1}} */
    int size();

    /**
     * {@return the rank that a rank of the communicator gets in the topology (MPI-4.1 section 8.5.8): its own, or
     * {@link Communicator#UNDEFINED} if it has no position}
     *
     * @param rank a rank of the communicator
     */
    default int map(int rank) {
        return rank < size() ? rank : Communicator.UNDEFINED;
    }

    /**
     * Checks that a communicator has enough ranks.
     *
     * @param ranks the communicator's size
     * @throws CommException of class TOPOLOGY if it has fewer than this topology
     */
    default void checkFits(int ranks) {
        if (size() > ranks)
            throw new CommException(
                    ErrorClass.TOPOLOGY,
                    "topology larger than the communicator: " + size() + " of " + ranks + " ranks");
    }

    /**
     * Checks a rank of the topology.
     *
     * @param rank a rank of the communicator
     * @throws CommException of class RANK if it is out of range
     */
    default void checkRank(int rank) {
        if (rank < 0 || rank >= size())
            throw new CommException(ErrorClass.RANK, "rank out of range: rank=" + rank + ", size=" + size());
    }
}
