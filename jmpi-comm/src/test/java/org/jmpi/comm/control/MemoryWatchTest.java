package org.jmpi.comm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MemoryWatchTest {
    private static final long MILLI = 1_000_000;

    private final FakeHeap heap = new FakeHeap();
    private final MemoryWatch watch = new MemoryWatch(heap);

    /** A heap in which every so many pieces take a collection. */
    private static final class FakeHeap implements MemoryWatch.Heap {
        private double use = 0.85;
        private long collectionMillis = 200;
        private int piecesBetween = 1;
        private boolean collected = true;
        private long nanos = Long.MAX_VALUE - 1000 * MILLI;
        private int pieces;

        @Override
        public double use() {
            return use;
        }

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public boolean wasCollected() {
            boolean was = collected;
            collected = false;
            return was;
        }

        @Override
        public void allocate() {
            pieces++;
            if (pieces % piecesBetween != 0) return;
            collected = true;
            nanos += collectionMillis * MILLI;
        }
    }

    @Test
    void aHeapWithRoomCostsNothing() {
        heap.use = 0.6;
        assertFalse(watch.isExhausted());
        heap.use = 0.85;
        heap.collected = false;
        assertFalse(watch.isExhausted());
        assertEquals(0, heap.pieces);
    }

    @Test
    void oneCollectionAfterTheOtherMeansThatThereIsNoMemory() {
        assertTrue(watch.isExhausted());
        assertTrue(heap.pieces * heap.collectionMillis >= 3000, () -> heap.pieces + " collections");
    }

    @Test
    void aCollectorMayServeSomeRequestsBetweenTwoCollections() {
        heap.piecesBetween = 64;
        assertTrue(watch.isExhausted());
    }

    @Test
    void collectionsThatLeaveRoomAreFine() {
        heap.piecesBetween = 1000;
        assertFalse(watch.isExhausted());
        assertTrue(heap.pieces < 1000, () -> heap.pieces + " pieces");
    }

    @Test
    void oneLongCollectionOfALargeHeapIsFine() {
        heap.collectionMillis = 60_000;
        heap.piecesBetween = 300;
        heap.pieces = 299;
        assertFalse(watch.isExhausted());
    }

    @Test
    void theHeapOfAHealthyJvmHasRoom() {
        System.gc();
        assertFalse(new MemoryWatch().isExhausted());
    }

    @Test
    void anErrorIsFoundAmongTheCauses() {
        Throwable deep = new IllegalStateException(new RuntimeException(new OutOfMemoryError("Metaspace")));
        assertTrue(MemoryWatch.isOutOfMemory(deep));
        RuntimeException one = new RuntimeException();
        one.initCause(new RuntimeException(one));
        assertFalse(MemoryWatch.isOutOfMemory(one));
    }
}
