package org.jmpi.comm.transport;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The copy of a long payload from array to array, which the receiver's and the sender's thread do together, fragment by
 * fragment. One of them is used again for each payload of a ring.
 */
final class SharedCopy {
    /** The shortest payload that is worth a second thread, in bytes. */
    static final long LEAST_BYTES = 128 << 10;

    /** Bytes of a fragment; a multiple of any element's width. */
    private static final long FRAGMENT_BYTES = 64 << 10;

    private static final int FRAGMENTS_SHIFT = 24;
    private static final int MOST_FRAGMENTS = 1 << FRAGMENTS_SHIFT;
    private static final long FRAGMENT_MASK = MOST_FRAGMENTS - 1;

    /**
     * The payload's number in 16 bits, the number of its fragments and the next fragment in 24 bits each. A thread that
     * advances the state has a fragment. The other fields do not change while a fragment is not done, so they are
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
        return bytes >= LEAST_BYTES && fragments(bytes) < MOST_FRAGMENTS;
    }

    private static long fragments(long bytes) {
        return (bytes + FRAGMENT_BYTES - 1) / FRAGMENT_BYTES;
    }

    /** Copies a payload; returns when all of it is copied. */
    void run(Source from, Sink to, long length) {
        source = from;
        sink = to;
        bytes = length;
        failure = null;
        done.setPlain(0);
        long fragments = fragments(length);
        state.set(++number << 2 * FRAGMENTS_SHIFT | fragments << FRAGMENTS_SHIFT);
        help();
        for (int spins = 0; done.get() < fragments; spins++) {
            if (spins < 1000) Thread.onSpinWait();
            else Thread.yield();
        }
        source = null;
        sink = null;
        if (failure != null) throw failure;
    }

    /** Copies fragments as long as there are any; returns whether there were. */
    boolean help() {
        boolean any = false;
        while (true) {
            long now = state.get();
            long next = now & FRAGMENT_MASK;
            if (next == (now >>> FRAGMENTS_SHIFT & FRAGMENT_MASK)) return any;
            if (!state.compareAndSet(now, now + 1)) continue;
            copy(next * FRAGMENT_BYTES);
            any = true;
        }
    }

    private void copy(long position) {
        try {
            sink.takeFragment(source, position, Math.min(FRAGMENT_BYTES, bytes - position));
        } catch (RuntimeException e) {
            failure = e;
        } finally {
            done.incrementAndGet();
        }
    }
}
