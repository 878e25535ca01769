package org.jmpi.dsm.protocol;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** A lock at one rank. Guarded by the protocol. */
final class Lock {
    static final int NONE = -1;

    final int number;

    /** Whether no other rank has taken the lock since this one had it. */
    boolean isHere;

    /** Whether the program has locked it. */
    boolean isHeld;

    /** The rank that gives this one the lock; -1 if this one does not wait for it. */
    int previous = NONE;

    /** The rank that gets the lock next; null for none. The manager sends at most one here. */
    Successor successor;

    /** At the manager, the last rank of the queue. */
    int tail;

    /**
     * A rank that waits for this one to unlock.
     *
     * @param clock what it knows
     * @param answer takes the lock
     */
    record Successor(int[] clock, Consumer<ByteBuffer> answer) {}

    /** @param manager the rank that has the lock at first */
    Lock(int number, int manager, int rank) {
        this.number = number;
        this.tail = manager;
        this.isHere = manager == rank;
    }
}
