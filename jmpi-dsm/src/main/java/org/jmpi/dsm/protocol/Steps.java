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

    /** {@return what the call waits for, such as {@code lock 3, held by rank 0}} */
    String awaited();

    /** {@return the rank that the call waits for; -1 for several} */
    default int peer() {
        return -1;
    }
}
