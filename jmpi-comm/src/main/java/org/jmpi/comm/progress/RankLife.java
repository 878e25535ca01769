package org.jmpi.comm.progress;

/** The life of this rank, as far as it needs its peers. */
enum RankLife {
    /** Calls of the program may need any peer. */
    RUNNING,
    /** The program has ended its messages, or begins again: only collective operations need a peer. */
    FINALIZING,
    /** MPI.Finalize has met all ranks: no peer is needed, and lost peers are not reported. */
    FINALIZED,
    /** The other ranks have declared that this one has failed: every wait fails, and this rank declares nothing. */
    EXCLUDED,
    /** The engine is closed; this is final. */
    CLOSED;

    /** Returns whether an operation of this rank may need a peer, so that the loss of one is reported and spread. */
    boolean reportsLosses() {
        return this == RUNNING || this == FINALIZING;
    }

    /** Returns whether a rank in this state can go on to another. */
    boolean leadsTo(RankLife next) {
        return switch (this) {
            case RUNNING -> next == FINALIZING || next == EXCLUDED || next == CLOSED;
            case FINALIZING -> next != FINALIZING;
            case FINALIZED -> next == FINALIZING || next == CLOSED;
            case EXCLUDED -> next == CLOSED;
            case CLOSED -> false;
        };
    }
}
