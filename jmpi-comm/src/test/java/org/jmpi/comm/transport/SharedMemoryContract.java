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
            SharedMemory.Region region = of(world, 1).create(BYTES, 2);
            ByteBuffer created = region.memory();
            assertTrue(created.isDirect() && created.capacity() >= BYTES, "memory: " + created);
            for (int i = 0; i < BYTES; i++) assertEquals(0, created.get(i));
            ByteBuffer[] attached = {
                of(world, 0).attach(region.name(), BYTES).memory(),
                of(world, 2).attach(region.name(), BYTES).memory()
            };
            created.put(0, (byte) 7).put(BYTES - 1, (byte) 8);
            attached[0].put(100, (byte) 9);
            for (ByteBuffer each : attached) {
                assertEquals(7, each.get(0));
                assertEquals(8, each.get(BYTES - 1));
            }
            assertEquals(9, created.get(100));
            assertEquals(9, attached[1].get(100));
            of(world, 1).unlink(region.name());
        }
    }

    @Test
    void aRegionStartsAtALine() throws Exception {
        try (TestWorld world = still(2)) {
            for (int i = 0; i < 10; i++) {
                SharedMemory.Region region = of(world, 0).create(100, 2);
                assertEquals(0, region.memory().alignmentOffset(0, 128));
                assertEquals(0, of(world, 1).attach(region.name(), 100).memory().alignmentOffset(0, 128));
                of(world, 0).unlink(region.name());
            }
        }
    }

    @Test
    void aRegionOutlivesItsNameAndNobodyFindsItByThen() throws Exception {
        try (TestWorld world = still(2)) {
            SharedMemory.Region region = of(world, 0).create(BYTES, 2);
            ByteBuffer attached = of(world, 1).attach(region.name(), BYTES).memory();
            of(world, 0).unlink(region.name());
            attached.put(5, (byte) 3);
            assertEquals(3, region.memory().get(5));
            assertThrows(IOException.class, () -> of(world, 1).attach(region.name(), BYTES));
        }
    }

    @Test
    void everyRegionIsAnotherOne() throws Exception {
        try (TestWorld world = still(2)) {
            SharedMemory.Region first = of(world, 0).create(BYTES, 2);
            SharedMemory.Region second = of(world, 0).create(BYTES, 2);
            SharedMemory.Region others = of(world, 1).create(BYTES, 2);
            first.memory().put(0, (byte) 1);
            assertEquals(1, of(world, 1).attach(first.name(), BYTES).memory().get(0));
            assertEquals(0, of(world, 1).attach(second.name(), BYTES).memory().get(0));
            assertEquals(0, of(world, 0).attach(others.name(), BYTES).memory().get(0));
            of(world, 0).unlink(first.name());
            assertEquals(0, of(world, 1).attach(second.name(), BYTES).memory().get(0));
            of(world, 0).unlink(second.name());
            of(world, 1).unlink(others.name());
        }
    }
}
