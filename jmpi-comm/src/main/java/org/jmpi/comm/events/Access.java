package org.jmpi.comm.events;

import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.op.Predefined;

/**
 * An access to this rank's memory in a window, as the observers of its origin and of its target know it.
 *
 * @param kind what it does
 * @param call the name of the call
 * @param op the operator; null unless the kind is {@link Kind#ACCUMULATE}
 * @param disp of the first item, in the target's displacement units
 * @param start where the first item starts in the target's memory, in that memory's elements, or in bytes
 * @param width of an element, in the same unit
 * @param count items
 * @param layout of an item
 * @param callSite the line of the program that makes the access; empty if it is not known
 */
public record Access(
        Kind kind,
        String call,
        Predefined op,
        long disp,
        long start,
        int width,
        long count,
        Layout layout,
        String callSite) {
    /** Of so many pairs of runs it is not known whether they overlap: an access is compared while no message moves. */
    private static final long MOST_PAIRS = 1 << 20;

    /** What an access does with the memory. */
    public enum Kind {
        /** It reads. */
        GET,
        /** It writes. */
        PUT,
        /** It combines atomically, and may read. */
        ACCUMULATE,
        /** It replaces atomically, and reads. */
        COMPARE_AND_SWAP;

        /** {@return whether each element is accessed atomically} */
        public boolean isAtomic() {
            return this == ACCUMULATE || this == COMPARE_AND_SWAP;
        }
    }

    /** {@return whether the memory may have other values afterwards} */
    public boolean updates() {
        return kind != Kind.GET && op != Predefined.NO_OP;
    }

    /**
     * {@return whether both access the same memory; gaps do not count} The answer is no of very many runs.
     *
     * @param other of the same window and target
     */
    public boolean overlaps(Access other) {
        long from = Math.max(low(), other.low());
        long end = Math.min(high(), other.high());
        if (from >= end) return false;
        if (layout.isContiguous() && other.layout.isContiguous()) return true;
        return runs() < MOST_PAIRS / other.runs() && meets(other);
    }

    private long low() {
        return start + layout.low(count) * width;
    }

    private long high() {
        return start + layout.high(count) * width;
    }

    private long runs() {
        return count * layout.runs();
    }

    /** Looks at each run of this access. */
    private boolean meets(Access other) {
        for (long item = 0; item < count; item++)
            for (int run = 0; run < layout.runs(); run++) {
                long from = start + (item * layout.extent() + layout.displacement(run)) * width;
                if (other.isIn(from, from + (long) layout.length(run) * width)) return true;
            }
        return false;
    }

    /** Returns whether a run is between two places. */
    private boolean isIn(long from, long end) {
        if (from >= high() || end <= low()) return false;
        for (long item = 0; item < count; item++)
            for (int run = 0; run < layout.runs(); run++) {
                long low = start + (item * layout.extent() + layout.displacement(run)) * width;
                if (low < end && low + (long) layout.length(run) * width > from) return true;
            }
        return false;
    }

    @Override
    public String toString() {
        return call + "(disp=" + disp + ", " + count + " of " + layout + (op == null ? "" : ", " + op.name()) + ")";
    }
}
