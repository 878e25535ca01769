package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jmpi.comm.transport.SharedMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks get the same memory, or none of them gets any and the one that was refused says why. */
@Timeout(60)
class SegmentSetupTest {
    private static final int RANKS = 3;
    private static final int NOBODY = -1;

    private static final int BYTES = 1000;

    /** A host that refuses memory to one rank. */
    private static final class Host {
        final Map<String, SharedMemory.Region> regions = new ConcurrentHashMap<>();
        final Map<Integer, SharedMemory.Region> taken = new ConcurrentHashMap<>();
        final Map<Integer, String> refusals = new ConcurrentHashMap<>();
        private final int refused;
        private final int full;

        Host(int refused) {
            this(refused, NOBODY);
        }

        /** Also one that takes no memory itself. */
        Host(int refused, int full) {
            this.refused = refused;
            this.full = full;
        }

        private String full(int rank) {
            return rank == full ? "rank " + rank + " has enough" : null;
        }

        void invite() throws Exception {
            try (FakeWorld world = new FakeWorld(RANKS, true)) {
                world.run(peers -> {
                    int rank = peers.rank();
                    SharedMemory shared = new SharedMemoryOf(rank);
                    SharedMemory.Region region = new SegmentSetup(
                                    shared, BYTES, full(rank), peers, reason -> refusals.put(rank, reason))
                            .accept();
                    if (region != null) taken.put(rank, region);
                });
            }
        }

        private final class SharedMemoryOf implements SharedMemory {
            private final int rank;

            SharedMemoryOf(int rank) {
                this.rank = rank;
            }

            private void check() throws IOException {
                if (rank == refused) throw new IOException("no room for rank " + rank);
            }

            @Override
            public boolean reaches(int peer) {
                return true;
            }

            @Override
            public Region create(int bytes, int ranks) throws IOException {
                check();
                assertEquals(RANKS, ranks);
                assertEquals(BYTES, bytes);
                Region region = new Region("region of " + rank, ByteBuffer.allocateDirect(bytes), null);
                assertNull(regions.put(region.name(), region));
                return region;
            }

            @Override
            public Region attach(String name, int bytes) throws IOException {
                check();
                Region region = regions.get(name);
                assertEquals(bytes, region.memory().capacity());
                return new Region(name, region.memory().duplicate(), null);
            }

            @Override
            public void unlink(String name) {
                regions.remove(name);
            }
        }
    }

    @Test
    void allRanksGetTheMemoryOfTheFirst() throws Exception {
        Host host = new Host(NOBODY);
        host.invite();
        assertEquals(RANKS, host.taken.size());
        host.taken.get(0).memory().put(0, (byte) 7);
        for (SharedMemory.Region region : host.taken.values())
            assertEquals(7, region.memory().get(0));
        assertTrue(host.regions.isEmpty(), "the name stays");
        assertEquals(Map.of(), host.refusals);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, RANKS - 1})
    void whatIsRefusedToOneRankNoneUses(int refused) throws Exception {
        Host host = new Host(refused);
        host.invite();
        assertEquals(List.of(), List.copyOf(host.taken.keySet()));
        assertEquals(Map.of(refused, "no room for rank " + refused), new TreeMap<>(host.refusals));
        assertTrue(host.regions.isEmpty(), "the name stays");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, RANKS - 1})
    void whatOneRankDoesNotTakeNoneUses(int full) throws Exception {
        Host host = new Host(NOBODY, full);
        host.invite();
        assertEquals(List.of(), List.copyOf(host.taken.keySet()));
        assertEquals(Map.of(full, "rank " + full + " has enough"), new TreeMap<>(host.refusals));
        assertTrue(host.regions.isEmpty(), "the name stays");
    }
}
