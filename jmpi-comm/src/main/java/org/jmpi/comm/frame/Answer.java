package org.jmpi.comm.frame;

import java.nio.ByteBuffer;

/** Answers one request. */
@FunctionalInterface
public interface Answer {
    /**
     * Sends the answer; never waits. Any thread may call this, once.
     *
     * @param word of the answer
     * @param payload from its position to its limit, which must not change any more; null for none
     * @throws IllegalStateException if the request has been answered
     */
    void send(long word, ByteBuffer payload);
}
