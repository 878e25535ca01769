package org.jmpi.transport.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.transport.CompositeTransport;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.SharedMemory;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.ThreadsTransport;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks 0 and 1 are threads of one JVM, rank 2 is on the same host, rank 3 on another one. */
@Timeout(60)
class HybridMemoryTest {
    private static final int SIZE = 4;

    private static final FrameHandler NOBODY = new FrameHandler() {
        @Override
        public Sink onFrame(int peer, long word0, long word1, long word2, long word3) {
            throw new AssertionError("a frame of rank " + peer);
        }

        @Override
        public void onPeerLost(int peer, Throwable cause) {
            throw new AssertionError("lost rank " + peer, cause);
        }

        @Override
        public void onPeerDeparted(int peer) {}

        @Override
        public void onWork() {}
    };

    private final JobSecret secret = JobSecret.create();
    private final List<CompositeTransport> opened = new ArrayList<>();
    private final List<Transport> driven = new ArrayList<>();
    private final List<SharedMemory> memories = new ArrayList<>();

    @BeforeEach
    void openThreeRanksOfThisHost() throws IOException {
        ThreadsTransport.Meeting two = new ThreadsTransport.Meeting(0, 2, SIZE);
        ThreadsTransport.Meeting one = new ThreadsTransport.Meeting(2, 1, SIZE);
        for (int rank = 0; rank < 3; rank++) {
            TransportSite site = TestWorld.site(rank, SIZE, secret);
            CompositeTransport transport = new CompositeTransport(rank, SIZE, NOBODY);
            ThreadsTransport.Meeting own = rank < 2 ? two : one;
            transport.add(handler -> own.open(site.rank(), site.host(), handler));
            transport.add(handler -> ShmTransport.open(site, handler));
            transport.add(FarTransport::new);
            opened.add(transport);
        }
        List<PeerAddress> addresses = new ArrayList<>();
        for (CompositeTransport transport : opened) addresses.add(transport.address());
        addresses.add(new PeerAddress(FarTransport.NAME, "elsewhere", ""));
        for (int rank = 0; rank < 3; rank++) {
            driven.add(opened.get(rank).settle(addresses));
            for (int peer = 0; peer < SIZE; peer++)
                if (peer != rank) opened.get(rank).endpoint(peer, addresses.get(peer));
            memories.add(driven.get(rank).sharedMemory(0, 1, 2, 3));
        }
    }

    @AfterEach
    void close() {
        opened.forEach(Transport::close);
    }

    @Test
    void allRanksOfTheHostShareMemoryHoweverTheyReachEachOther() {
        for (int rank = 0; rank < 3; rank++) {
            for (int peer = 0; peer < 3; peer++) assertTrue(memories.get(rank).reaches(peer), rank + " and " + peer);
            assertFalse(memories.get(rank).reaches(3), rank + " and the other host");
        }
    }

    /** The control blocks of the files have no place for it. */
    @Test
    void aRankOfTheHostThatJoinsIsReachedByTheNextTransport() throws IOException {
        TransportSite site = TestWorld.site(SIZE, SIZE + 1, secret);
        CompositeTransport joined = new CompositeTransport(SIZE, SIZE + 1, NOBODY);
        opened.add(joined);
        joined.add(handler -> ShmTransport.open(site, handler));
        PeerAddress bySharedFiles = joined.address();
        joined.add(FarTransport::new);
        for (int rank = 0; rank < 3; rank++) {
            CompositeTransport other = opened.get(rank);
            assertThrows(CommException.class, () -> other.endpoint(SIZE, bySharedFiles));
            Endpoint way = other.endpoint(SIZE, joined.address());
            AssertionError far = assertThrows(AssertionError.class, () -> way.send(null));
            assertEquals("a frame for rank " + SIZE, far.getMessage());
        }
    }

    @Test
    void aRegionOfOneIsTheSameAtAll() throws IOException {
        for (int creator = 0; creator < 3; creator++) {
            SharedMemory.Region region = memories.get(creator).create(1000, 3);
            assertNull(region.singleCopy(), "another JVM cannot read what is published");
            for (int rank = 0; rank < 3; rank++) {
                SharedMemory.Region attached = memories.get(rank).attach(region.name(), 1000);
                assertNull(attached.singleCopy(), "another JVM cannot read what is published");
                attached.memory().put(rank, (byte) (10 * creator + rank));
            }
            for (int rank = 0; rank < 3; rank++)
                assertEquals(10 * creator + rank, region.memory().get(rank));
            memories.get(creator).unlink(region.name());
        }
    }

    @Test
    void ranksOfOneJvmHaveMemoryOfTheirOwn() throws IOException {
        SharedMemory.Region region = driven.get(0).sharedMemory(0, 1).create(1000, 2);
        SharedMemory.Region attached = driven.get(1).sharedMemory(1, 0).attach(region.name(), 1000);
        assertNotNull(region.singleCopy());
        assertSame(region.singleCopy(), attached.singleCopy());
        assertSame(region.memory(), attached.memory());
        assertThrows(IOException.class, () -> memories.get(1).attach(region.name(), 1000));
    }
}
