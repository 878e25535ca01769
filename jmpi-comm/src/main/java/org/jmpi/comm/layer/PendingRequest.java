package org.jmpi.comm.layer;

import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.frame.Reply;

/** A request that has not been answered. */
final class PendingRequest {
    private final int number;
    private final int room;
    private final CompletableFuture<Reply> reply = new CompletableFuture<>();
    final Link link;

    /** The length of an answer that is longer than the room, in bytes; 0 before it is announced. */
    private volatile long announced;

    /**
     * @param number by which the answer names the request
     * @param room reserved for the payload of the answer, in bytes
     */
    PendingRequest(int number, Link link, int room) {
        this.number = number;
        this.link = link;
        this.room = room;
    }

    int number() {
        return number;
    }

    CompletableFuture<Reply> reply() {
        return reply;
    }

    /** @throws IllegalArgumentException if no correct peer announces such an answer */
    void announce(long bytes) {
        if (bytes <= room || bytes > Integer.MAX_VALUE || announced > 0)
            throw new IllegalArgumentException("length of a long answer=" + bytes);
        announced = bytes;
    }

    /** @throws IllegalArgumentException if no correct peer sends an answer of that length */
    void check(long bytes) {
        if (bytes < 0 || (announced > 0 ? bytes != announced : bytes > room))
            throw new IllegalArgumentException("length of an answer=" + bytes);
    }

    /** Completes the request; what depends on it runs on the calling thread. */
    void complete(Reply answer) {
        link.giveRoom(room + Link.OVERHEAD);
        if (announced > 0) link.fetched();
        reply.complete(answer);
    }

    void fail(RuntimeException cause) {
        reply.completeExceptionally(cause);
    }
}
