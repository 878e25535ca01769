package org.jmpi.comm.operation;

/** Goes on when an operation is complete. */
@FunctionalInterface
public interface Continuation {
    /**
     * Takes note of an operation that is complete, on the thread that completes it, which may hold locks: it does not
     * block and calls nothing that moves messages.
     *
     * @param operation which is complete, or is so before any other thread can see it
     */
    void completed(Operation operation);
}
