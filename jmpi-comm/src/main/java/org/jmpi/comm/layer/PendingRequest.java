package org.jmpi.comm.layer;

import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.frame.Reply;

/** A request and its answer. */
final class PendingRequest extends CompletableFuture<Reply> {
    private final int number;
    private final int room;
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
    void answered(Reply answer) {
        giveRoom();
        if (announced > 0) link.fetched();
        complete(answer);
    }

    /** Fails the request, which the peer can't answer. */
    void refused(RuntimeException cause) {
        giveRoom();
        completeExceptionally(cause);
    }

    private void giveRoom() {
        link.giveRoom(room + Link.OVERHEAD);
    }

    /** Returns a plain future: a step that depends on a request is no request. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
