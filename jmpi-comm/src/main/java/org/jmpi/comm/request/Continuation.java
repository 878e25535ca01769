package org.jmpi.comm.request;

/** Goes on when a request is complete. */
@FunctionalInterface
public interface Continuation {
    /**
     * Takes note of a request that is complete, on the thread that completes it, which may hold locks: it does not
     * block and calls nothing that moves messages.
     *
     * @param request which is complete, or is so before any other thread can see it
     */
    void completed(Request request);
}
