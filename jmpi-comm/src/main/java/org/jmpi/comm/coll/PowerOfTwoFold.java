package org.jmpi.comm.coll;

import org.jmpi.comm.schedule.ScheduleBuilder;

/**
 * Ranks as a power of two of positions, for algorithms that pair them bit by bit. There are {@code extra} ranks more
 * than positions. The first {@code 2 * extra} ranks share positions in twos, and one of each two acts for both.
 * Positions are in the order of ranks, so that operands stay in it.
 *
 * <pre>
 *   ranks       0 1   2 3   4 5   6   7   8   9  10      11 ranks: 8 positions, 3 extra
 *   positions    0     1     2    3   4   5   6   7
 * </pre>
 *
 * @param favourite a rank that acts for itself, or -1
 */
record PowerOfTwoFold(int rank, int ranks, int favourite) {
    static PowerOfTwoFold of(ScheduleBuilder builder) {
        return new PowerOfTwoFold(builder.rank(), builder.size(), -1);
    }

    static PowerOfTwoFold withFavourite(ScheduleBuilder builder, int favourite) {
        return new PowerOfTwoFold(builder.rank(), builder.size(), favourite);
    }

    /** Returns the number of positions. */
    int count() {
        return Integer.highestOneBit(ranks);
    }

    private int extra() {
        return ranks - count();
    }

    /** Returns the position of a rank, which it may share. */
    int positionOf(int anyRank) {
        return anyRank < 2 * extra() ? anyRank / 2 : anyRank - extra();
    }

    /** Returns the first rank of a position; for the number of positions, the number of ranks. */
    int first(int position) {
        return position + Math.min(position, extra());
    }

    /** Returns this rank's position. */
    int own() {
        return positionOf(rank);
    }

    /** Returns the rank that acts for a position. */
    int leader(int position) {
        if (position >= extra()) return position + extra();
        return 2 * position == favourite ? favourite : 2 * position + 1;
    }

    /** Returns whether this rank acts for its position. */
    boolean isLeader() {
        return leader(own()) == rank;
    }

    /** Returns whether two ranks share this rank's position. */
    boolean isShared() {
        return own() < extra();
    }

    /** Returns the rank that shares this one's position. */
    int partner() {
        return rank ^ 1;
    }
}
