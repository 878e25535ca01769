package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.transport.Exposures;
import org.jmpi.comm.transport.SharedMemory;

/** The pinboards of ranks that are threads, of which each waits by looking again and again. */
final class FakePinboards {
    private static final long LIMIT_NANOS = 20_000_000_000L;
    private static final int GUARD = 256;
    private static final byte UNTOUCHED = 0x5A;

    private final ByteBuffer memory;
    private final int bytes;
    private final List<Pinboard> pinboards = new ArrayList<>();
    private final long[] operations;

    private FakePinboards(int size, long cell) {
        bytes = Pinboard.bytes(size, cell);
        memory = ByteBuffer.allocateDirect(bytes + GUARD + 128).alignedSlice(128);
        operations = new long[size];
        for (int i = bytes; i < bytes + GUARD; i++) memory.put(i, UNTOUCHED);
        SharedMemory.Region region = new SharedMemory.Region("", memory, new Exposures(size));
        for (int rank = 0; rank < size; rank++)
            pinboards.add(new Pinboard(region, rank, size, cell, new Looking(rank)));
    }

    static FakePinboards of(int size, long cell) {
        return new FakePinboards(size, cell);
    }

    /** Ends the operation of a rank that is under way, if any, and begins the next one. */
    Pinboard begin(int rank) {
        if (operations[rank] > 0) end(rank);
        pinboards.get(rank).begin(++operations[rank], 0);
        return pinboards.get(rank);
    }

    /** Ends the operation of a rank. */
    void end(int rank) {
        pinboards.get(rank).end();
        for (int i = bytes; i < bytes + GUARD; i++)
            if (memory.get(i) != UNTOUCHED) throw new AssertionError("byte " + i + " was written to of " + bytes);
    }

    private record Looking(int rank) implements Pinboard.Watch {
        @Override
        public void await(Pinboard pinboard) {
            long start = System.nanoTime();
            while (!pinboard.isReached()) {
                Thread.yield();
                assertTrue(
                        System.nanoTime() - start < LIMIT_NANOS,
                        () -> "rank " + rank + " waits for rank " + pinboard.awaitedRank() + " for ever");
            }
        }

        @Override
        public void wake(int sleeper) {
            throw new AssertionError("rank " + sleeper + " does not sleep");
        }
    }
}
