package org.jmpi.comm.control;

import java.lang.ref.WeakReference;

/**
 * Finds out that this JVM does nothing but collect garbage, and finds next to none. Some collectors throw no error
 * then: a rank would neither go on nor end.
 *
 * <p>A look is cheap while the heap has room or nothing was collected since the last one. Otherwise it allocates some
 * garbage: if it meets one collection after the other, for some seconds, there is no memory. The JDK's management
 * beans, which know how long collectors have worked, are not asked: they need more memory to be loaded than there is.
 */
public final class MemoryWatch {
    /** How often to look, in ms. */
    public static final int INTERVAL_MILLIS = 500;

    /** The part of the heap that is in use when a look is worth its time. */
    private static final double SUSPICIOUS = 0.7;

    private static final long WINDOW_NANOS = 3_000_000_000L;

    /** A heap of many GB is collected for seconds: so many collections in a row are needed. */
    private static final int COLLECTIONS = 4;

    /**
     * How many pieces in a row without a collection show that there is room. The parallel collector serves 64 requests
     * between two collections when all but the last room for old objects is taken.
     */
    private static final int ENOUGH = 256;

    /** How many pieces fill the largest heap, and the largest size of one in bytes. */
    private static final int PIECES = 1 << 14;

    private static final int LARGEST_PIECE = 1 << 16;

    private static final int DEEPEST = 20;

    private final Heap heap;

    /** The result of a look. */
    interface Heap {
        /** Returns which part of the largest heap is in use. */
        double use();

        /** Returns a time in ns. */
        long nanos();

        /** Returns whether garbage was collected since the last call. */
        boolean wasCollected();

        /** Allocates a piece of memory and drops it; may fail. */
        void allocate();
    }

    /** Watches the heap of this JVM. */
    public MemoryWatch() {
        this(new HeapOfJvm());
    }

    MemoryWatch(Heap heap) {
        this.heap = heap;
    }

    /** {@return whether there is no memory} Takes {@value #WINDOW_NANOS} ns or more if so, and a few ms if not. */
    public boolean isExhausted() {
        if (heap.use() < SUSPICIOUS || !heap.wasCollected()) return false;
        long start = heap.nanos();
        int collections = 0;
        for (int row = 0; row < ENOUGH; row++) {
            heap.allocate();
            if (!heap.wasCollected()) continue;
            row = 0;
            collections++;
            if (collections >= COLLECTIONS && heap.nanos() - start >= WINDOW_NANOS) return true;
        }
        return false;
    }

    /**
     * {@return whether a thread ended because there was no memory}
     *
     * @param failure what it threw
     */
    public static boolean isOutOfMemory(Throwable failure) {
        Throwable cause = failure;
        // Causes may refer to each other.
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof OutOfMemoryError) return true;
            cause = cause.getCause();
        }
        return false;
    }

    private static final class HeapOfJvm implements Heap {
        private final int piece =
                (int) Math.min(LARGEST_PIECE, Runtime.getRuntime().maxMemory() / PIECES);

        /** Refers to an object that is otherwise unused. */
        private WeakReference<Object> garbage = new WeakReference<>(new Object());

        private volatile byte[] last;

        @Override
        public double use() {
            Runtime runtime = Runtime.getRuntime();
            return (double) (runtime.totalMemory() - runtime.freeMemory()) / runtime.maxMemory();
        }

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public boolean wasCollected() {
            if (garbage.get() != null) return false;
            try {
                garbage = new WeakReference<>(new Object());
            } catch (OutOfMemoryError e) {
                // The old one goes on to say that there was a collection, which this has taken.
                return true;
            }
            return true;
        }

        @Override
        public void allocate() {
            try {
                last = new byte[piece];
            } catch (OutOfMemoryError e) {
                // It has taken a collection.
                last = null;
            }
            last = null;
        }
    }
}
