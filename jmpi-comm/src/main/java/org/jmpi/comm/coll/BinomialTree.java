package org.jmpi.comm.coll;

import org.jmpi.comm.schedule.ScheduleBuilder;

/**
 * The binomial tree over ranks, as one of them sees it. A rank's place is its distance from the root, upwards and
 * around; its parent is the place without the lowest bit that is set, its children are the places with one lower bit
 * added.
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

    int place() {
        return Math.floorMod(rank - root, ranks);
    }

    boolean isRoot() {
        return rank == root;
    }

    int rankAt(int place) {
        return (place + root) % ranks;
    }

    /** Returns the parent's rank; not for the root. */
    int parent() {
        int place = place();
        return rankAt(place & (place - 1));
    }

    /** Returns the number of children. */
    int children() {
        int place = place();
        int rest = ranks - 1 - place;
        int fit = Integer.SIZE - Integer.numberOfLeadingZeros(rest);
        return place == 0 ? fit : Math.min(fit, Integer.numberOfTrailingZeros(place));
    }

    /**
     * Returns the place of a child; the subtree of child {@code i} has at most 2^i places, this one and those that
     * follow.
     */
    int childPlace(int child) {
        return place() + (1 << child);
    }

    int child(int child) {
        return rankAt(childPlace(child));
    }

    /** Returns the places of a child's subtree. */
    int childSize(int child) {
        return Math.min(1 << child, ranks - childPlace(child));
    }

    /** Returns the places of this rank's subtree. */
    int size() {
        int place = place();
        return place == 0 ? ranks : Math.min(Integer.lowestOneBit(place), ranks - place);
    }
}
