package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A payload that two threads copy is copied once, and whole. */
@Timeout(60)
class SharedCopyTest {
    private static final int UNIT = 64 << 10;

    private final SharedCopy copy = new SharedCopy();

    /** Counts, for each unit of 64 KiB of the payload, how often it was taken. */
    private static class Units implements Sink {
        final long bytes;
        final AtomicLongArray taken;
        private final Source source;

        Units(long bytes, Source source) {
            this.bytes = bytes;
            this.taken = new AtomicLongArray((int) ((bytes + UNIT - 1) / UNIT));
            this.source = source;
        }

        @Override
        public long bytes() {
            return bytes;
        }

        @Override
        public void unpack(long position, ByteBuffer chunk) {
            throw new AssertionError("not in chunks");
        }

        @Override
        public void take(Source whole) {
            throw new AssertionError("not as a whole");
        }

        @Override
        public void takeFragment(Source from, long position, long length) {
            assertSame(source, from);
            assertEquals(0, position % UNIT);
            for (long at = position; at < position + length; at += UNIT) taken.incrementAndGet((int) (at / UNIT));
            assertTrue(position + length <= bytes);
        }

        @Override
        public void end() {
            throw new AssertionError("the copy does not end it");
        }

        void assertTakenOnce() {
            long[] counts = new long[taken.length()];
            long[] once = new long[taken.length()];
            for (int i = 0; i < counts.length; i++) {
                counts[i] = taken.get(i);
                once[i] = 1;
            }
            assertArrayEquals(once, counts);
        }
    }

    private record Nothing(long bytes) implements Source {
        @Override
        public void pack(long position, ByteBuffer target) {
            throw new AssertionError("not packed");
        }
    }

    @Test
    void oneThreadAloneCopiesAll() {
        for (long bytes : new long[] {1, UNIT, UNIT + 1, 1 << 20, (5 << 20) + 8}) {
            Nothing source = new Nothing(bytes);
            Units units = new Units(bytes, source);
            copy.run(source, units, bytes);
            units.assertTakenOnce();
        }
        assertFalse(copy.help());
    }

    @Test
    void aHelperTakesPartsThatTheOtherThreadHasNot() throws Exception {
        Thread owner = Thread.currentThread();
        CountDownLatch helped = new CountDownLatch(1);
        Nothing source = new Nothing(2L * UNIT);
        Units units = new Units(source.bytes(), source) {
            @Override
            public void takeFragment(Source from, long position, long length) {
                super.takeFragment(from, position, length);
                if (Thread.currentThread() != owner) helped.countDown();
                else awaitUninterrupted(helped);
            }
        };
        whileHelped(() -> {
            copy.run(source, units, source.bytes());
            units.assertTakenOnce();
        });
    }

    @Test
    void aHelperTakesNoPartTwiceAndNoneOfAnotherPayload() throws Exception {
        whileHelped(() -> {
            for (int round = 0; round < 20_000; round++) {
                long bytes = UNIT * (2L + round % 7) + round % 3;
                Nothing source = new Nothing(bytes);
                Units units = new Units(bytes, source);
                copy.run(source, units, bytes);
                units.assertTakenOnce();
            }
        });
    }

    private void whileHelped(Runnable copies) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        CountDownLatch started = new CountDownLatch(1);
        CompletableFuture<Void> helper = CompletableFuture.runAsync(() -> {
            started.countDown();
            while (!over.get()) copy.help();
        });
        started.await();
        try {
            copies.run();
        } finally {
            over.set(true);
        }
        helper.get(30, TimeUnit.SECONDS);
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aFailureIsThrownOnceAllPartsAreOver() {
        IllegalStateException failure = new IllegalStateException("no room");
        Nothing source = new Nothing(4L * UNIT);
        Units units = new Units(source.bytes(), source) {
            @Override
            public void takeFragment(Source from, long position, long length) {
                super.takeFragment(from, position, length);
                if (position == UNIT) throw failure;
            }
        };
        assertSame(failure, assertThrows(RuntimeException.class, () -> copy.run(source, units, source.bytes())));
        units.assertTakenOnce();
        Units next = new Units(source.bytes(), source);
        copy.run(source, next, source.bytes());
        next.assertTakenOnce();
    }
}
