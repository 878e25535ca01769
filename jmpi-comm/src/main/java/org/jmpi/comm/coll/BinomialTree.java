package org.jmpi.comm.coll;

import org.jmpi.comm.schedule.ScheduleBuilder;

/**
 * The binomial tree over ranks, as one of them sees it. A rank's position is its distance from the root, upwards and
 * around. Its parent is the position without the lowest bit that is set. Its children are the positions with one lower
 * bit added.
 *
 * <pre>
 *   0 --+-- 1
 *       +-- 2 --- 3
 *       +-- 4 --+-- 5
 *               +-- 6 --- 7
 * </pre>
 */
record BinomialTree(int rank, int ranks, int root) {
    static BinomialTree of(ScheduleBuilder builder, int root) {
        return new BinomialTree(builder.rank(), builder.size(), root);
    }

    int position() {
        return Math.floorMod(rank - root, ranks);
    }

    boolean isRoot() {
        return rank == root;
    }

    int rankAt(int position) {
        return (position + root) % ranks;
    }

    /** Returns the parent's rank; not for the root. */
    int parent() {
        int position = position();
        return rankAt(position & (position - 1));
    }

    /** Returns the number of children. */
    int children() {
        int position = position();
        int rest = ranks - 1 - position;
        int fit = Integer.SIZE - Integer.numberOfLeadingZeros(rest);
        return position == 0 ? fit : Math.min(fit, Integer.numberOfTrailingZeros(position));
    }

    /**
     * Returns the position of a child. The subtree of child {@code i} has at most 2^i positions, this one and those
     * that follow.
     */
    int childPosition(int child) {
        return position() + (1 << child);
    }

    int child(int child) {
        return rankAt(childPosition(child));
    }

    /** Returns the positions of a child's subtree. */
    int childSize(int child) {
        return Math.min(1 << child, ranks - childPosition(child));
    }

    /** Returns the positions of this rank's subtree. */
    int size() {
        int position = position();
        return position == 0 ? ranks : Math.min(Integer.lowestOneBit(position), ranks - position);
    }
}
