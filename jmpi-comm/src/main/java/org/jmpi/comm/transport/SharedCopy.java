package org.jmpi.comm.transport;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The copy of a long payload from array to array, which the receiver's and the sender's thread do together, part by
 * part. One of them is used again for each payload of a ring.
 */
final class SharedCopy {
    /** The shortest payload that is worth a second thread, in bytes. */
    static final long LEAST_BYTES = 128 << 10;

    /** Bytes of a part; a multiple of any element's width. */
    private static final long PART_BYTES = 64 << 10;

    private static final int PARTS_SHIFT = 24;
    private static final int MOST_PARTS = 1 << PARTS_SHIFT;
    private static final long PART_MASK = MOST_PARTS - 1;

    /**
     * The payload's number in 16 bits, the number of its parts and the next part in 24 bits each. A thread that
     * advances the state has a part. The other fields do not change while a part is not done, so they are
     * read after that.
     */
    private final AtomicLong state = new AtomicLong();

    private final AtomicInteger done = new AtomicInteger();
    private Source source;
    private Sink sink;
    private long bytes;
    private long number;
    private volatile RuntimeException failure;

    static boolean fits(long bytes) {
        return bytes >= LEAST_BYTES && parts(bytes) < MOST_PARTS;
    }

    private static long parts(long bytes) {
        return (bytes + PART_BYTES - 1) / PART_BYTES;
    }

    /** Copies a payload; returns when all of it is copied. */
    void run(Source from, Sink to, long length) {
        source = from;
        sink = to;
        bytes = length;
        failure = null;
        done.setPlain(0);
        long parts = parts(length);
        state.set(++number << 2 * PARTS_SHIFT | parts << PARTS_SHIFT);
        help();
        for (int spins = 0; done.get() < parts; spins++) {
            if (spins < 1000) Thread.onSpinWait();
            else Thread.yield();
        }
        source = null;
        sink = null;
        if (failure != null) throw failure;
    }

    /** Copies parts as long as there are any; returns whether there were. */
    boolean help() {
        boolean any = false;
        while (true) {
            long now = state.get();
            long next = now & PART_MASK;
            if (next == (now >>> PARTS_SHIFT & PART_MASK)) return any;
            if (!state.compareAndSet(now, now + 1)) continue;
            copy(next * PART_BYTES);
            any = true;
        }
    }

    private void copy(long position) {
        try {
            sink.takePart(source, position, Math.min(PART_BYTES, bytes - position));
        } catch (RuntimeException e) {
            failure = e;
        } finally {
            done.incrementAndGet();
        }
    }
}
