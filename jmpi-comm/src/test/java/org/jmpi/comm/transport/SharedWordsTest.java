package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SharedWordsTest {
    private static final int BYTES = 64;
    private static final int AT = 24;
    private static final long VALUE = 0x0102_0304_8506_0708L;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(BYTES);
    private final SharedWords words = new SharedWords(memory);

    @Test
    void eachWayToLoadFindsWhatEachWayToStoreHasStored() {
        words.set(AT, VALUE);
        assertHolds(VALUE);
        words.setRelease(AT, -VALUE);
        assertHolds(-VALUE);
        words.setVolatile(AT, VALUE);
        assertHolds(VALUE);
    }

    private void assertHolds(long value) {
        assertEquals(value, words.get(AT));
        assertEquals(value, words.getAcquire(AT));
        assertEquals(value, words.getVolatile(AT));
        assertEquals(0, words.get(AT - Long.BYTES));
        assertEquals(0, words.get(AT + Long.BYTES));
    }

    @Test
    void whatReplacesAWordReturnsIt() {
        words.set(AT, 6);
        assertEquals(6, words.getAndSet(AT, 5));
        assertEquals(5, words.getAndAdd(AT, 7));
        assertEquals(12, words.getAndBitwiseOr(AT, 3));
        assertEquals(15, words.getAndBitwiseAnd(AT, 6));
        assertEquals(6, words.get(AT));
    }

    /** Processes on hosts of either byte order, and packers of elements, agree on this. */
    @Test
    void aWordIsLittleEndian() {
        words.setRelease(AT, VALUE);
        assertEquals(VALUE, memory.duplicate().order(ByteOrder.LITTLE_ENDIAN).getLong(AT));
        words.set(AT, 1);
        assertEquals(1, memory.get(AT));
    }

    @Test
    void aWordIsCountedFromTheBeginningWhereverTheBufferStands() {
        SharedWords later = new SharedWords(memory.duplicate().position(Long.BYTES));
        words.set(AT, VALUE);
        assertEquals(VALUE, later.get(AT));
        assertEquals(VALUE, later.getAcquire(AT));
        assertEquals(VALUE, later.getVolatile(AT));
    }

    @Test
    void thereIsNoWordBehindTheEnd() {
        assertThrows(IndexOutOfBoundsException.class, () -> words.getAcquire(BYTES));
        assertThrows(IndexOutOfBoundsException.class, () -> words.setRelease(BYTES, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> words.getVolatile(BYTES));
    }

    /** Long enough for the compilers to have moved whatever may be moved. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void whoSeesAWordSeesWhatWasStoredBefore() throws InterruptedException {
        int last = 2_000_000;
        Thread writer = new Thread(() -> {
            SharedWords own = new SharedWords(memory);
            for (int i = 1; i <= last; i++) {
                own.set(AT, i);
                own.setRelease(0, i);
            }
        });
        writer.start();
        for (long seen = 0; seen < last; ) {
            seen = words.getAcquire(0);
            long before = words.get(AT);
            if (before < seen) throw new AssertionError("word " + seen + " came before " + before);
        }
        writer.join();
    }
}
