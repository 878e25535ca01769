package org.jmpi.comm.coll;

import org.jmpi.comm.schedule.ScheduleBuilder;

/**
 * Ranks as a power of two of places, for algorithms that pair them bit by bit. There are {@code extra} ranks more than
 * places; the first {@code 2 * extra} ranks share places in twos, and one of each two speaks for both. Places are in
 * the order of ranks, so that operands stay in it.
 *
 * <pre>
 *   ranks    0 1   2 3   4 5   6   7   8   9  10      11 ranks: 8 places, 3 extra
 *   places    0     1     2    3   4   5   6   7
 * </pre>
 *
 * @param favourite a rank that speaks for itself, or -1
 */
record PowerOfTwoFold(int rank, int ranks, int favourite) {
    static PowerOfTwoFold of(ScheduleBuilder builder) {
        return new PowerOfTwoFold(builder.rank(), builder.size(), -1);
    }

    static PowerOfTwoFold withFavourite(ScheduleBuilder builder, int favourite) {
        return new PowerOfTwoFold(builder.rank(), builder.size(), favourite);
    }

    /** Returns the number of places. */
    int count() {
        return Integer.highestOneBit(ranks);
    }

    private int extra() {
        return ranks - count();
    }

    /** Returns the place of a rank, which it may share. */
    int placeOf(int anyRank) {
        return anyRank < 2 * extra() ? anyRank / 2 : anyRank - extra();
    }

    /** Returns the first rank of a place; for the number of places, the number of ranks. */
    int first(int place) {
        return place + Math.min(place, extra());
    }

    /** Returns this rank's place. */
    int own() {
        return placeOf(rank);
    }

    /** Returns the rank that speaks for a place. */
    int leader(int place) {
        if (place >= extra()) return place + extra();
        return 2 * place == favourite ? favourite : 2 * place + 1;
    }

    /** Returns whether this rank speaks for its place. */
    boolean isLeader() {
        return leader(own()) == rank;
    }

    /** Returns whether two ranks share this rank's place. */
    boolean isShared() {
        return own() < extra();
    }

    /** Returns the rank that shares this one's place. */
    int partner() {
        return rank ^ 1;
    }
}
