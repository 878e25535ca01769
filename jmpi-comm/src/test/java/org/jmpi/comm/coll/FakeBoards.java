package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The boards of ranks that are threads, of which each waits by looking again and again. */
final class FakeBoards {
    private static final long LIMIT_NANOS = 20_000_000_000L;
    private static final int GUARD = 256;
    private static final byte UNTOUCHED = 0x5A;

    private final ByteBuffer memory;
    private final int bytes;
    private final List<Board> boards = new ArrayList<>();
    private final long[] operations;

    private FakeBoards(int size, long cell) {
        bytes = Board.bytes(size, cell);
        memory = ByteBuffer.allocateDirect(bytes + GUARD + 128).alignedSlice(128);
        operations = new long[size];
        for (int i = bytes; i < bytes + GUARD; i++) memory.put(i, UNTOUCHED);
        for (int rank = 0; rank < size; rank++) boards.add(new Board(memory, rank, size, cell, new Looking(rank)));
    }

    static FakeBoards of(int size, long cell) {
        return new FakeBoards(size, cell);
    }

    /** Ends the operation of a rank that is under way, if any, and begins the next one. */
    Board begin(int rank) {
        if (operations[rank] > 0) end(rank);
        boards.get(rank).begin(++operations[rank]);
        return boards.get(rank);
    }

    /** Ends the operation of a rank. */
    void end(int rank) {
        boards.get(rank).end();
        for (int i = bytes; i < bytes + GUARD; i++)
            if (memory.get(i) != UNTOUCHED) throw new AssertionError("byte " + i + " was written to of " + bytes);
    }

    private record Looking(int rank) implements Board.Watch {
        @Override
        public void await(Board board) {
            long start = System.nanoTime();
            while (!board.isReached()) {
                Thread.yield();
                assertTrue(
                        System.nanoTime() - start < LIMIT_NANOS,
                        () -> "rank " + rank + " waits for rank " + board.awaitedRank() + " for ever");
            }
        }

        @Override
        public void wake(int sleeper) {
            throw new AssertionError("rank " + sleeper + " does not sleep");
        }
    }
}
