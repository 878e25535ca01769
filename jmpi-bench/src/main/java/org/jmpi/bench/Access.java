package org.jmpi.bench;

import java.util.Locale;

/** The accesses that {@link Rma} times, each with the synchronisation that completes it. */
enum Access {
    PUT(Kind.PUT, Epoch.FLUSH),
    GET(Kind.GET, Epoch.FLUSH),
    ACCUMULATE(Kind.ACCUMULATE, Epoch.FLUSH),
    FETCH_AND_OP(Kind.FETCH_AND_OP, Epoch.FLUSH),
    COMPARE_AND_SWAP(Kind.COMPARE_AND_SWAP, Epoch.FLUSH),
    PUT_FENCE(Kind.PUT, Epoch.FENCE),
    GET_FENCE(Kind.GET, Epoch.FENCE),
    ACCUMULATE_FENCE(Kind.ACCUMULATE, Epoch.FENCE),
    PUT_PSCW(Kind.PUT, Epoch.PSCW),
    GET_PSCW(Kind.GET, Epoch.PSCW),
    ACCUMULATE_PSCW(Kind.ACCUMULATE, Epoch.PSCW);

    /** What rank 0 does with the memory of rank 1. */
    enum Kind {
        PUT,
        GET,
        /** Adds doubles. */
        ACCUMULATE,
        /** Adds 1 to a long. */
        FETCH_AND_OP,
        /** Adds 1 to a long, whose value rank 0 knows. */
        COMPARE_AND_SWAP;

        /** Returns whether it is of one long, whatever size is asked for. */
        boolean isSingle() {
            return this == FETCH_AND_OP || this == COMPARE_AND_SWAP;
        }
    }

    /** How an access becomes complete. */
    enum Epoch {
        /** The target calls nothing: Lock_all once, a Flush each time. */
        FLUSH,
        /** A Fence of both ranks. */
        FENCE,
        /** Start and Complete of rank 0, Post and Wait of rank 1. */
        PSCW
    }

    final Kind kind;
    final Epoch epoch;

    Access(Kind kind, Epoch epoch) {
        this.kind = kind;
        this.epoch = epoch;
    }

    /** Returns whether the target calls nothing for it. */
    boolean isPassive() {
        return epoch == Epoch.FLUSH;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
