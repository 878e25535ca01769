package org.jmpi.comm.datatype;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jmpi.comm.transport.Source;

/** Bytes of any number, also beyond 2 GiB: what encoded objects travel in. */
public final class ByteChunks implements Source, Target {
    private static final int FIRST_CHUNK = 512;
    private static final int CHUNK = 1 << 20;

    private final List<byte[]> chunks = new ArrayList<>();
    private final long capacity;
    private long bytes;
    private long allocated;

    /** Creates an empty sequence that an {@link #output} fills. */
    public ByteChunks() {
        this(Long.MAX_VALUE);
    }

    /**
     * Creates an empty sequence for a message of this many bytes; memory is taken as they arrive.
     *
     * @param capacity the bytes that there is to be room for
     */
    public ByteChunks(long capacity) {
        this.capacity = capacity;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    public void pack(long position, ByteBuffer target) {
        long at = position;
        while (target.hasRemaining() && at < bytes) {
            byte[] chunk = chunks.get(chunkOf(at));
            int within = withinChunk(at);
            int n = (int) Math.min(Math.min(target.remaining(), chunk.length - within), bytes - at);
            target.put(chunk, within, n);
            at += n;
        }
    }

    @Override
    public void unpack(long position, ByteBuffer chunk) {
        bytes = position;
        while (chunk.hasRemaining()) {
            byte[] last = room(chunk.remaining());
            int within = withinChunk(bytes);
            int n = Math.min(chunk.remaining(), last.length - within);
            chunk.get(last, within, n);
            bytes += n;
        }
    }

    @Override
    public void take(Source source, long count) {
        for (bytes = 0; bytes < count; ) {
            byte[] last = room((int) Math.min(CHUNK, count - bytes));
            int within = withinChunk(bytes);
            int n = (int) Math.min(last.length - within, count - bytes);
            source.pack(bytes, ByteBuffer.wrap(last, within, n).order(ByteOrder.LITTLE_ENDIAN));
            bytes += n;
        }
    }

    /** {@return a stream that appends, up to the most bytes that a message of objects may have} */
    public EncodedOutput output() {
        return output(ObjectMessage.MOST_BYTES);
    }

    /**
     * Returns a stream that appends.
     *
     * @param most the most bytes that it takes
     */
    EncodedOutput output(long most) {
        return new EncodedOutput() {
            @Override
            public void restart() {
                bytes = 0;
            }

            @Override
            public void write(int b) throws IOException {
                check(1);
                room(1)[withinChunk(bytes)] = (byte) b;
                bytes++;
            }

            @Override
            public void write(byte[] from, int offset, int length) throws IOException {
                Objects.checkFromIndexSize(offset, length, from.length);
                check(length);
                for (int done = 0; done < length; ) {
                    byte[] last = room(length - done);
                    int within = withinChunk(bytes);
                    int n = Math.min(length - done, last.length - within);
                    System.arraycopy(from, offset + done, last, within, n);
                    bytes += n;
                    done += n;
                }
            }

            private void check(int length) throws IOException {
                if (length > most - bytes)
                    throw new IOException("longer than the " + most + " bytes that a message of objects may have");
            }
        };
    }

    /** {@return a stream that reads from the start} */
    public InputStream input() {
        return new InputStream() {
            private long at;

            @Override
            public int read() {
                if (at >= bytes) return -1;
                int b = chunks.get(chunkOf(at))[withinChunk(at)] & 0xFF;
                at++;
                return b;
            }

            @Override
            public int read(byte[] to, int offset, int length) {
                Objects.checkFromIndexSize(offset, length, to.length);
                if (length == 0) return 0;
                if (at >= bytes) return -1;
                byte[] chunk = chunks.get(chunkOf(at));
                int within = withinChunk(at);
                int n = (int) Math.min(Math.min(length, chunk.length - within), bytes - at);
                System.arraycopy(chunk, within, to, offset, n);
                at += n;
                return n;
            }

            @Override
            public int available() {
                return (int) Math.min(Integer.MAX_VALUE, bytes - at);
            }
        };
    }

    /** Returns the chunk that byte number {@code bytes} belongs to, taking memory for it where there is none. */
    private byte[] room(int wanted) {
        if (bytes == allocated) {
            int first = Math.max(FIRST_CHUNK, (int) Math.min(CHUNK, Math.min(capacity, wanted)));
            if (chunks.isEmpty() && first < CHUNK) return add(first);
            if (chunks.size() == 1 && allocated < CHUNK) return grow();
            return add(CHUNK);
        }
        return chunks.get(chunkOf(bytes));
    }

    private byte[] add(int length) {
        byte[] chunk = new byte[length];
        chunks.add(chunk);
        allocated += length;
        return chunk;
    }

    /** The first chunk starts small and doubles; every chunk after it starts at a multiple of {@value #CHUNK}. */
    private byte[] grow() {
        byte[] larger = java.util.Arrays.copyOf(chunks.get(0), (int) Math.min(CHUNK, allocated * 2));
        chunks.set(0, larger);
        allocated = larger.length;
        return larger;
    }

    private static int chunkOf(long position) {
        return (int) (position / CHUNK);
    }

    private static int withinChunk(long position) {
        return (int) (position % CHUNK);
    }
}
