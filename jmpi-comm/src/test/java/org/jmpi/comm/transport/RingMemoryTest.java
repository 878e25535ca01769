package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RingMemoryTest {
    private static final int CELLS = 4;
    private static final int BULK = 64;

    /** Of the objects that a poll goes through none is the writer's, whose counts may be made beside them. */
    @Test
    void aReaderInThisJvmHasTheSameRingInObjectsOfItsOwn() {
        RingMemory ring = new RingMemory(ByteBuffer.allocateDirect(RingMemory.bytes(CELLS, BULK)), CELLS, BULK, true);
        RingMemory readers = ring.ofReader();
        assertNotSame(ring, readers);
        assertNotSame(ring.words, readers.words);
        assertSame(ring.references, readers.references);
        assertSame(ring.copy, readers.copy);
        ring.set(readers.cellAt(5), 7);
        assertEquals(7, readers.get(ring.cellAt(5)));
    }

    /**
     * Readied is what the next frame is written to alone: whatever is in the ring, whole or in part, stays as it is.
     */
    @Test
    void aWriterThatPreparesNeverTouchesWhatIsNotTaken() {
        for (int bulk = 64; bulk <= 8192; bulk *= 2) {
            RingMemory ring =
                    new RingMemory(ByteBuffer.allocateDirect(RingMemory.bytes(CELLS, bulk)), CELLS, bulk, false);
            List<byte[]> arrived = new ArrayList<>();
            RingWriter writer = new RingWriter(ring, Integer.MAX_VALUE);
            RingReader reader = new RingReader(0, ring, new Collector(arrived));
            Random random = new Random(bulk);
            for (int number = 0; number < 2_000; number++) {
                Letter letter = Letter.of(number, 1 + random.nextInt(random.nextBoolean() ? 100 : 2 * bulk));
                while (!writer.write(letter)) {
                    writer.prepare();
                    reader.poll();
                }
                writer.prepare();
                if (random.nextInt(4) == 0) while (reader.poll()) writer.prepare();
            }
            while (reader.poll()) {}
            assertEquals(2_000, arrived.size());
            for (int number = 0; number < 2_000; number++)
                assertArrayEquals(Bytes.pattern(arrived.get(number).length, number), arrived.get(number));
        }
    }

    /** A long payload's place is not written to after a short one: each line costs a store in every message. */
    @Test
    void aWriterPreparesForAPayloadAsLongAsTheLast() {
        int cells = 8;
        int bulk = 8192;
        RingMemory ring = new RingMemory(ByteBuffer.allocateDirect(RingMemory.bytes(cells, bulk)), cells, bulk, false);
        RingWriter writer = new RingWriter(ring, Integer.MAX_VALUE);
        int second = ring.bulk + 1024;
        for (int i = 0; i < bulk; i += Long.BYTES) ring.words.set(ring.bulk + i, -1);

        assertTrue(writer.write(Letter.of(0, 1024)));
        assertTrue(writer.write(Letter.of(1, RingMemory.INLINE)));
        assertTrue(writer.isUnprepared());
        writer.prepare();
        assertEquals(-1, ring.words.get(second));

        assertTrue(writer.write(Letter.of(2, 64 + RingMemory.INLINE)));
        assertTrue(writer.write(Letter.of(3, RingMemory.FIRST_LINE)));
        assertFalse(writer.isUnprepared());

        assertTrue(writer.write(Letter.of(4, 1024)));
        int next = ring.bulk + (int) RingMemory.aligned(1024 + 64 + RingMemory.INLINE) + 1024;
        assertEquals(-1, ring.words.get(next));
        writer.prepare();
        assertEquals(0, ring.words.get(next));
        assertFalse(writer.isUnprepared());
    }

    private record Collector(List<byte[]> arrived) implements FrameHandler {
        @Override
        public Sink onFrame(int peer, long word0, long word1, long word2, long word3) {
            return new Bytes.In((int) word1, arrived::add);
        }

        @Override
        public void onPeerLost(int peer, Throwable cause) {
            throw new AssertionError(cause);
        }

        @Override
        public void onPeerDeparted(int peer) {
            throw new AssertionError("peer " + peer + " departed");
        }

        @Override
        public void onWork() {}
    }
}
