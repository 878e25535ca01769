package org.jmpi.comm.observe;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** Counts the messages of one direction. */
final class Traffic {
    private final AtomicLongArray messages;
    private final AtomicLongArray bytes;
    private final LongAdder collectiveMessages = new LongAdder();
    private final LongAdder collectiveBytes = new LongAdder();

    /** @param size the number of ranks in the world */
    Traffic(int size) {
        messages = new AtomicLongArray(size);
        bytes = new AtomicLongArray(size);
    }

    /**
     * Counts a message; one of a process of another world as no peer's.
     *
     * @param peer the other side's rank in the world
     * @param context of the message
     */
    void add(int peer, int context, long length) {
        if (peer < messages.length()) {
            messages.incrementAndGet(peer);
            bytes.addAndGet(peer, length);
        }
        if ((context & 1) == 0) return;
        collectiveMessages.increment();
        collectiveBytes.add(length);
    }

    /** Returns the number of messages of each peer. */
    long[] messages() {
        return copy(messages);
    }

    /** Returns the bytes of each peer. */
    long[] bytes() {
        return copy(bytes);
    }

    long collectiveMessages() {
        return collectiveMessages.sum();
    }

    long collectiveBytes() {
        return collectiveBytes.sum();
    }

    private static long[] copy(AtomicLongArray counts) {
        long[] copy = new long[counts.length()];
        for (int i = 0; i < copy.length; i++) copy[i] = counts.get(i);
        return copy;
    }
}
