package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the memory that ranks have in common keeps, whatever it is made of. */
@Timeout(60)
public abstract class SharedMemoryContract extends TransportFixture {
    private static final int BYTES = 10_000;

    private static SharedMemory of(TestWorld world, int rank) {
        return world.rank(rank).transport().sharedMemory();
    }

    @Test
    void everyRankReachesEveryOne() throws Exception {
        try (TestWorld world = still(3)) {
            for (int rank = 0; rank < 3; rank++)
                for (int peer = 0; peer < 3; peer++)
                    assertTrue(of(world, rank).reaches(peer), rank + " reaches " + peer);
        }
    }

    @Test
    void aRegionIsZeroAndWhatOneRankWritesTheOthersRead() throws Exception {
        try (TestWorld world = still(3)) {
            ByteBuffer created = of(world, 1).create("a", BYTES);
            assertTrue(created.isDirect() && created.capacity() >= BYTES, "memory: " + created);
            for (int i = 0; i < BYTES; i++) assertEquals(0, created.get(i));
            ByteBuffer[] attached = {
                of(world, 0).attach(1, "a", BYTES), of(world, 2).attach(1, "a", BYTES)
            };
            created.put(0, (byte) 7).put(BYTES - 1, (byte) 8);
            attached[0].put(100, (byte) 9);
            for (ByteBuffer each : attached) {
                assertEquals(7, each.get(0));
                assertEquals(8, each.get(BYTES - 1));
            }
            assertEquals(9, created.get(100));
            assertEquals(9, attached[1].get(100));
            of(world, 1).unlink("a");
        }
    }

    @Test
    void aRegionStartsAtALine() throws Exception {
        try (TestWorld world = still(2)) {
            for (int i = 0; i < 10; i++) {
                ByteBuffer region = of(world, 0).create("line" + i, 100);
                assertEquals(0, region.alignmentOffset(0, 128));
                assertEquals(0, of(world, 1).attach(0, "line" + i, 100).alignmentOffset(0, 128));
                of(world, 0).unlink("line" + i);
            }
        }
    }

    @Test
    void aRegionOutlivesItsNameAndNobodyFindsItByThen() throws Exception {
        try (TestWorld world = still(2)) {
            ByteBuffer created = of(world, 0).create("b", BYTES);
            ByteBuffer attached = of(world, 1).attach(0, "b", BYTES);
            of(world, 0).unlink("b");
            attached.put(5, (byte) 3);
            assertEquals(3, created.get(5));
            assertThrows(IOException.class, () -> of(world, 1).attach(0, "b", BYTES));
            ByteBuffer next = of(world, 0).create("b", BYTES);
            assertEquals(0, next.get(5));
            of(world, 0).unlink("b");
        }
    }

    @Test
    void regionsOfDifferentNamesAreDifferent() throws Exception {
        try (TestWorld world = still(2)) {
            ByteBuffer first = of(world, 0).create("c", BYTES);
            ByteBuffer second = of(world, 0).create("d", BYTES);
            first.put(0, (byte) 1);
            assertEquals(0, second.get(0));
            assertEquals(1, of(world, 1).attach(0, "c", BYTES).get(0));
            of(world, 0).unlink("c");
            assertEquals(0, of(world, 1).attach(0, "d", BYTES).get(0));
            of(world, 0).unlink("d");
        }
    }
}
