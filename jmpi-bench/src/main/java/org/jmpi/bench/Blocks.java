package org.jmpi.bench;

import mpi.Datatype;
import mpi.MPI;

/**
 * The buffers of a collective operation: a block for each rank, one behind the other, once to send from and once to
 * receive into. After a call the two change places, so that the next call sends what the last has received: unchanged
 * data would stay in the readers' caches.
 *
 * <p>Blocks have equal lengths, or lengths that grow with the rank, 2 n (rank + 1) / (ranks + 1), so that n is their
 * mean. All elements are 0, so that sums stay finite.
 */
final class Blocks {
    private final int me = MPI.COMM_WORLD.Rank();
    private final int ranks = MPI.COMM_WORLD.Size();
    private final int length;
    private final boolean doubles;
    private final int[] equal = new int[ranks];
    private final int[] counts = new int[ranks];
    private final int[] displacements = new int[ranks];
    private final int[] crossCounts = new int[ranks];
    private final int[] crossDisplacements = new int[ranks];
    private Object out;
    private Object in;

    /** Allocates blocks of a mean length in elements, which are doubles or bytes. */
    Blocks(int length, boolean doubles) throws Exception {
        this.length = length;
        this.doubles = doubles;
        for (int rank = 0; rank < ranks; rank++) {
            equal[rank] = length;
            counts[rank] = uneven(rank);
            crossCounts[rank] = uneven((me + rank) % ranks);
        }
        for (int rank = 1; rank < ranks; rank++) {
            displacements[rank] = displacements[rank - 1] + counts[rank - 1];
            crossDisplacements[rank] = crossDisplacements[rank - 1] + crossCounts[rank - 1];
        }
        out = array();
        in = array();
    }

    private int uneven(int rank) {
        return (int) (2L * length * (rank + 1) / (ranks + 1));
    }

    /** Returns room for blocks of the greatest length, as one may be received in the place of another. */
    private Object array() {
        int room = Math.toIntExact((long) ranks * uneven(ranks - 1));
        return doubles ? new double[Math.max(room, ranks * length)] : new byte[Math.max(room, ranks * length)];
    }

    void swap() {
        Object last = in;
        in = out;
        out = last;
    }

    void swapAt(int root) {
        if (me == root) swap();
    }

    Object out() {
        return out;
    }

    Object in() {
        return in;
    }

    Datatype type() {
        return doubles ? MPI.DOUBLE : MPI.BYTE;
    }

    /** Returns the length of each equal block. */
    int length() {
        return length;
    }

    /** Returns where this rank's equal block is. */
    int own() {
        return me * length;
    }

    /** Returns where the next rank's equal block is, which this rank sends when it becomes the root. */
    int next() {
        return (me + 1) % ranks * length;
    }

    int ownCount() {
        return counts[me];
    }

    int ownDisplacement() {
        return displacements[me];
    }

    int nextDisplacement() {
        return displacements[(me + 1) % ranks];
    }

    int[] equalCounts() {
        return equal;
    }

    int[] counts() {
        return counts;
    }

    int[] displacements() {
        return displacements;
    }

    /** Returns the lengths of what this rank exchanges with each other, the same in both directions. */
    int[] crossCounts() {
        return crossCounts;
    }

    int[] crossDisplacements() {
        return crossDisplacements;
    }
}
