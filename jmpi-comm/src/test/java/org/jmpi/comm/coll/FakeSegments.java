package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.coll.shared.SharedSegment;
import org.jmpi.comm.transport.SharedMemory;
import org.jmpi.comm.transport.SingleCopy;

/** The shared segments of ranks that are threads, of which each waits by looking again and again. */
final class FakeSegments {
    private static final long LIMIT_NANOS = 20_000_000_000L;
    private static final int GUARD = 256;
    private static final byte UNTOUCHED = 0x5A;

    private final ByteBuffer memory;
    private final int bytes;
    private final List<SharedSegment> sharedSegments = new ArrayList<>();
    private final long[] operations;

    private FakeSegments(int size, long cell) {
        bytes = SharedSegment.bytes(size, cell);
        memory = ByteBuffer.allocateDirect(bytes + GUARD + 128).alignedSlice(128);
        operations = new long[size];
        for (int i = bytes; i < bytes + GUARD; i++) memory.put(i, UNTOUCHED);
        SharedMemory.Region region = new SharedMemory.Region("", memory, new SingleCopy(size));
        for (int rank = 0; rank < size; rank++)
            sharedSegments.add(new SharedSegment(region, rank, size, cell, new Looking(rank)));
    }

    static FakeSegments of(int size, long cell) {
        return new FakeSegments(size, cell);
    }

    /** Ends the operation of a rank that is under way, if any, and begins the next one. */
    SharedSegment begin(int rank) {
        if (operations[rank] > 0) end(rank);
        sharedSegments.get(rank).begin(++operations[rank], 0, 0);
        return sharedSegments.get(rank);
    }

    /** Ends the operation of a rank. */
    void end(int rank) {
        sharedSegments.get(rank).end();
        for (int i = bytes; i < bytes + GUARD; i++)
            if (memory.get(i) != UNTOUCHED) throw new AssertionError("byte " + i + " was written to of " + bytes);
    }

    private record Looking(int rank) implements SharedSegment.SegmentWaiter {
        @Override
        public void await(SharedSegment sharedSegment) {
            long start = System.nanoTime();
            while (!sharedSegment.isReached()) {
                Thread.yield();
                assertTrue(
                        System.nanoTime() - start < LIMIT_NANOS,
                        () -> "rank " + rank + " waits for rank " + sharedSegment.awaitedRank() + " for ever");
            }
        }

        @Override
        public void wake(int sleeper) {
            throw new AssertionError("rank " + sleeper + " does not sleep");
        }
    }
}
