package org.jmpi.comm.datatype;

/**
 * How far a type map reaches, in elements from an item's start (MPI-4.1 section 5.1.7).
 *
 * @param low the smallest displacement of an entry, markers included
 * @param high the largest end of an entry, markers included
 * @param lower the smallest displacement of a lower-bound marker, or {@link #UNMARKED}
 * @param upper the largest displacement of an upper-bound marker, or {@link #UNMARKED}
 */
record Bounds(long low, long high, long lower, long upper) {
    static final long UNMARKED = Long.MIN_VALUE;

    /** The bounds of a type map without entries. */
    static final Bounds EMPTY = new Bounds(Long.MAX_VALUE, UNMARKED, UNMARKED, UNMARKED);

    /** The bounds of one element. */
    static final Bounds ELEMENT = new Bounds(0, 1, UNMARKED, UNMARKED);

    /** The bounds of {@code MPI.LB}. */
    static final Bounds LOWER = new Bounds(0, 0, 0, UNMARKED);

    /** The bounds of {@code MPI.UB}. */
    static final Bounds UPPER = new Bounds(0, 0, UNMARKED, 0);

    private boolean isEmpty() {
        return low > high;
    }

    long lowerBound() {
        if (isEmpty()) return 0;
        return lower == UNMARKED ? low : lower;
    }

    long upperBound() {
        if (isEmpty()) return 0;
        return upper == UNMARKED ? high : upper;
    }

    /** Returns the bounds of a copy that lies this many elements further on. */
    Bounds shifted(long by) {
        if (isEmpty()) return this;
        return new Bounds(
                low + by,
                high + by,
                lower == UNMARKED ? UNMARKED : lower + by,
                upper == UNMARKED ? UNMARKED : upper + by);
    }

    /** Returns the bounds of the entries of both. */
    Bounds and(Bounds other) {
        return new Bounds(
                Math.min(low, other.low),
                Math.max(high, other.high),
                lower == UNMARKED || other.lower == UNMARKED
                        ? Math.max(lower, other.lower)
                        : Math.min(lower, other.lower),
                Math.max(upper, other.upper));
    }
}
