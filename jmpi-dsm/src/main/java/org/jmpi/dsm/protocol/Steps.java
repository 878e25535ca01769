package org.jmpi.dsm.protocol;

import java.util.concurrent.CompletableFuture;

/** A call of the program, cut where it waits for other ranks. */
public interface Steps {
    /**
     * Goes on, on the thread of the program.
     *
     * @return what must be complete before this is called again; null if the call is over
     */
    CompletableFuture<?> next();

    /** {@return what the call waits for, such as {@code barrier 0}} */
    String awaited();

    /** {@return the number of the lock that the call waits for; empty if it waits for none} */
    default String lock() {
        return "";
    }

    /** {@return the rank that the call waits for; -1 for several} */
    default int peer() {
        return -1;
    }

    /**
     * Asks for the rank that has the lock which the call waits for.
     *
     * @param rank {@link #peer}, or the answer of the rank that was asked before
     * @return the same rank if it has the lock, else the next one to ask, or -1 if it knows none; null if the call
     *     waits for no lock
     */
    default CompletableFuture<Integer> askHolder(int rank) {
        return null;
    }
}
