package org.jmpi.dsm.protocol;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** Carries questions to the other ranks. Questions of one rank to another arrive in their order. */
@FunctionalInterface
public interface Wire {
    /**
     * Asks a rank.
     *
     * @param to the rank, not this one
     * @param question what is asked
     * @param payload its numbers
     * @return the answer
     */
    CompletableFuture<ByteBuffer> ask(int to, Question question, ByteBuffer payload);
}
