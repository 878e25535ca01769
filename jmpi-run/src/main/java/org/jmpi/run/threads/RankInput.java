package org.jmpi.run.threads;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jmpi.run.output.InputRanks;

/**
 * Standard input of one rank, if all ranks of a JVM read the same: each walks along a list of chunks; the first rank at
 * its end reads the next one for all.
 */
final class RankInput extends InputStream {
    private static final int CHUNK = 64 << 10;

    private final Source source;
    private Chunk chunk;
    private int offset;

    /** A chunk, and the next one when it has been read. */
    private static final class Chunk {
        private final byte[] bytes;
        private volatile Chunk next;

        Chunk(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    /** The input of the ranks. */
    private static final class Source {
        private final InputStream from;
        private final boolean shared;
        private final Chunk start = new Chunk(new byte[0]);

        Source(InputStream from, boolean shared) {
            this.from = from;
            this.shared = shared;
        }

        /** Returns the chunk after one that has been read; null at the end of the input. */
        synchronized Chunk after(Chunk chunk) throws IOException {
            if (chunk.next == null) {
                byte[] buffer = new byte[CHUNK];
                int count = from.read(buffer);
                if (count < 0) return null;
                chunk.next = new Chunk(Arrays.copyOf(buffer, count));
            }
            return chunk.next;
        }
    }

    private RankInput(Source source) {
        this.source = source;
        chunk = source.start;
    }

    /**
     * Returns the standard input of each rank of a JVM, which it may close without any effect on others.
     *
     * @param ranks which of the job's ranks read it; the others see an empty one
     * @param first the lowest rank in the JVM
     * @param count how many ranks it has
     */
    static InputStream[] of(InputStream from, InputRanks ranks, int first, int count) {
        Source source = new Source(from, ranks.all());
        InputStream[] inputs = new InputStream[count];
        for (int i = 0; i < count; i++) {
            boolean reads = ranks.all() || ranks.rank() == first + i;
            inputs[i] = reads ? new BufferedInputStream(new RankInput(source)) : InputStream.nullInputStream();
        }
        return inputs;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public synchronized int read(byte[] bytes, int start, int count) throws IOException {
        if (count == 0) return 0;
        while (offset == chunk.bytes.length) {
            Chunk next = source.after(chunk);
            if (next == null) return -1;
            chunk = next;
            offset = 0;
        }
        int taken = Math.min(count, chunk.bytes.length - offset);
        System.arraycopy(chunk.bytes, offset, bytes, start, taken);
        offset += taken;
        return taken;
    }

    @Override
    public synchronized int available() throws IOException {
        int left = chunk.bytes.length - offset;
        if (left > 0) return left;
        if (chunk.next != null) return chunk.next.bytes.length;
        // While another rank waits for input, it holds the stream.
        return source.shared ? 0 : source.from.available();
    }
}
