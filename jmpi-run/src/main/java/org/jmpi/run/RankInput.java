package org.jmpi.run;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jmpi.comm.bootstrap.ThreadWorlds;

/**
 * Standard input of a JVM that several ranks share: it reaches the ranks that it is meant for, the others see its end.
 *
 * <p>If all are to read, each walks along a list of chunks; whoever is at its end reads the next one for all.
 */
final class RankInput extends InputStream {
    private static final int CHUNK = 64 << 10;

    private final InputStream from;
    private final InputRanks ranks;
    private final int first;
    private final Position[] positions;
    private final Object reading = new Object();

    /** A chunk, and the next one when it has been read. */
    private static final class Chunk {
        private final byte[] bytes;
        private volatile Chunk next;

        Chunk(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    private static final class Position {
        private Chunk chunk;
        private int offset;

        Position(Chunk chunk) {
            this.chunk = chunk;
        }
    }

    /**
     * @param first the lowest rank in the JVM
     * @param count how many ranks it has
     */
    RankInput(InputStream from, InputRanks ranks, int first, int count) {
        this.from = from;
        this.ranks = ranks;
        this.first = first;
        Chunk start = new Chunk(new byte[0]);
        positions = new Position[ranks.all() ? count : 0];
        Arrays.setAll(positions, i -> new Position(start));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
        int rank = ThreadWorlds.rankOfThread();
        if (ranks.all() && rank >= 0) return read(positions[rank - first], bytes, offset, count);
        return rank >= 0 && rank == ranks.rank() ? from.read(bytes, offset, count) : -1;
    }

    private int read(Position position, byte[] bytes, int offset, int count) throws IOException {
        if (count == 0) return 0;
        synchronized (position) {
            while (position.offset == position.chunk.bytes.length) {
                if (!advance(position)) return -1;
            }
            int taken = Math.min(count, position.chunk.bytes.length - position.offset);
            System.arraycopy(position.chunk.bytes, position.offset, bytes, offset, taken);
            position.offset += taken;
            return taken;
        }
    }

    /** Returns false at the end of the input. */
    private boolean advance(Position position) throws IOException {
        synchronized (reading) {
            if (position.chunk.next == null) {
                byte[] buffer = new byte[CHUNK];
                int count = from.read(buffer);
                if (count < 0) return false;
                position.chunk.next = new Chunk(Arrays.copyOf(buffer, count));
            }
        }
        position.chunk = position.chunk.next;
        position.offset = 0;
        return true;
    }

    @Override
    public int available() throws IOException {
        int rank = ThreadWorlds.rankOfThread();
        if (!ranks.all()) return rank >= 0 && rank == ranks.rank() ? from.available() : 0;
        if (rank < 0) return 0;
        Position position = positions[rank - first];
        synchronized (position) {
            return position.chunk.bytes.length - position.offset;
        }
    }
}
