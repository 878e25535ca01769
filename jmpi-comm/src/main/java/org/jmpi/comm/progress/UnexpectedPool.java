package org.jmpi.comm.progress;

import java.util.ArrayDeque;

/**
 * Unexpected messages for reuse, by the power of two that their room is: in steady state none is allocated. Guarded by
 * the inbox's lock. The eager window bounds the pool, as it bounds the unexpected messages.
 */
final class UnexpectedPool {
    private static final int SMALLEST_SHIFT = 6;
    private static final int ANNOUNCED = 0;

    private final Inbox inbox;
    private final long mostBytes;
    private final ArrayDeque<UnexpectedMessage>[] classes = newClasses();
    private long keptBytes;

    UnexpectedPool(Inbox inbox, long mostBytes) {
        this.inbox = inbox;
        this.mostBytes = mostBytes;
    }

    /** Returns a message with room for this many bytes. */
    UnexpectedMessage take(int bytes) {
        int index = index(bytes);
        UnexpectedMessage message = classes[index].poll();
        if (message == null)
            return new UnexpectedMessage(inbox, index == ANNOUNCED ? 0 : 1 << index + SMALLEST_SHIFT - 1);
        keptBytes -= cost(message);
        return message;
    }

    void give(UnexpectedMessage message) {
        if (keptBytes + cost(message) > mostBytes) return;
        keptBytes += cost(message);
        classes[index(message.room())].push(message);
    }

    private static long cost(UnexpectedMessage message) {
        return message.room() + Inbox.OVERHEAD_BYTES;
    }

    /** Class 0 has no room; class k has {@code 2^(k + SMALLEST_SHIFT - 1)} bytes. */
    private static int index(int bytes) {
        if (bytes == 0) return ANNOUNCED;
        int shift = Integer.SIZE - Integer.numberOfLeadingZeros(bytes - 1);
        return Math.max(shift, SMALLEST_SHIFT) - SMALLEST_SHIFT + 1;
    }

    @SuppressWarnings("unchecked")
    private static ArrayDeque<UnexpectedMessage>[] newClasses() {
        ArrayDeque<UnexpectedMessage>[] classes = (ArrayDeque<UnexpectedMessage>[]) new ArrayDeque<?>[Integer.SIZE];
        for (int i = 0; i < classes.length; i++) classes[i] = new ArrayDeque<>();
        return classes;
    }
}
