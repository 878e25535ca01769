package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.ByteBuffer;
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
}
