package org.jmpi.comm.context;

import java.util.Arrays;

/** An ordered set of ranks of the world (MPI-4.1 section 7.3). Immutable. */
public final class Group {
    private final int[] worldRanks;

    private Group(int[] worldRanks) {
        this.worldRanks = worldRanks;
    }

    /** Returns the group of these ranks of the world, in this order. */
    public static Group of(int... worldRanks) {
        return new Group(worldRanks.clone());
    }

    /** Returns the group of all ranks of a world. */
    public static Group world(int size) {
        int[] ranks = new int[size];
        Arrays.setAll(ranks, rank -> rank);
        return new Group(ranks);
    }

    public int size() {
        return worldRanks.length;
    }

    /** Returns the rank in the world of a rank of the group. */
    public int worldRank(int rank) {
        return worldRanks[rank];
    }

    /** Returns the rank in the group of a rank of the world; {@link CommContext#UNDEFINED} if it is not a member. */
    public int rankOf(int worldRank) {
        for (int rank = 0; rank < worldRanks.length; rank++) if (worldRanks[rank] == worldRank) return rank;
        return CommContext.UNDEFINED;
    }
}
