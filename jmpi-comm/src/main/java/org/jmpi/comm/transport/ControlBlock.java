package org.jmpi.comm.transport;

import java.nio.ByteBuffer;

/**
 * Shows the state of a rank to its peers on the host: whether it sleeps, whether it is there, and which peers are ready
 * to be looked at.
 *
 * <pre>
 * byte 0           128      136            256
 *      +-----------+--------+--------------+-----------------------+-----------------------+---
 *      | its own   | asleep | state        | word from ranks 0..63 | word from 64..127     | ...
 *      +-----------+--------+--------------+-----------------------+-----------------------+---
 *       see below   the owner's             everybody's
 * </pre>
 *
 * <p>The first {@value #OWN_BYTES} bytes belong to the code that makes the memory.
 */
public final class ControlBlock {
    /** Bytes at the beginning that are not used here. */
    public static final int OWN_BYTES = RingMemory.LINE;

    static final long OPEN = 0;
    static final long DEPARTED = 1;
    static final long STOPPED = 2;

    private static final int ASLEEP = OWN_BYTES;
    private static final int STATE = ASLEEP + Long.BYTES;
    private static final int WORDS = OWN_BYTES + RingMemory.LINE;

    private final SharedWords memory;
    private final int words;

    /**
     * Describes a control block.
     *
     * @param memory {@link #bytes} long, aligned to 8 bytes; all zero at first
     * @param size the number of ranks
     */
    public ControlBlock(ByteBuffer memory, int size) {
        this.memory = new SharedWords(memory);
        this.words = words(size);
    }

    /**
     * {@return the size in bytes of a control block's memory}
     *
     * @param size the number of ranks
     */
    public static int bytes(int size) {
        return (int) RingMemory.aligned(WORDS + (long) words(size) * Long.BYTES);
    }

    private static int words(int size) {
        return (size + Long.SIZE - 1) / Long.SIZE;
    }

    /** Notes whether the owner is about to sleep; a full fence, so that what it looks at next is newer. */
    void sleeps(boolean asleep) {
        memory.setVolatile(ASLEEP, asleep ? 1L : 0L);
    }

    boolean isAsleep() {
        return memory.getAcquire(ASLEEP) != 0;
    }

    /** Returns the same to the owner, not earlier than what it has stored before as a volatile. */
    boolean isStillAsleep() {
        return memory.getVolatile(ASLEEP) != 0;
    }

    /** Returns whether the owner was asleep until now: of several who wake it, one rings. */
    boolean wakes() {
        return memory.getAndSet(ASLEEP, 0L) != 0;
    }

    long state() {
        return memory.getAcquire(STATE);
    }

    void state(long state) {
        memory.setVolatile(STATE, state);
    }

    /** Leaves word that a rank wants to be looked at. */
    void markReady(int from) {
        memory.getAndBitwiseOr(wordAt(from / Long.SIZE), 1L << from);
    }

    int words() {
        return words;
    }

    /** Returns the ranks that left word, as bits of rank {@code 64 * word} and so on, and forgets them. */
    long takeWord(int word) {
        int at = wordAt(word);
        return memory.getAcquire(at) == 0 ? 0 : memory.getAndSet(at, 0L);
    }

    private static int wordAt(int word) {
        return WORDS + word * Long.BYTES;
    }
}
