package org.jmpi.run;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A chunk in the repository of JDK Flight Recorder. Chunks one after the other are a recording; the last one of a
 * process that was killed is as long as its header says, and what follows was never flushed.
 *
 * <pre>
 * 0       4       8        16             24         32      40         48       56      64      68
 * | magic | version | size | constant pool | metadata | start | duration | ticks | freq. | state |
 * </pre>
 *
 * Numbers are big-endian.
 *
 * @param header of the chunk
 */
record RecordingChunk(Path file, ByteBuffer header) {
    private static final int HEADER = 68;
    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
    private static final int SIZE = 8;
    private static final int METADATA = 24;
    private static final int START = 32;

    /** Not 0 while the chunk is being written. */
    private static final int STATE = 64;

    /** Returns the chunk of a file; nothing if none was flushed there. */
    static Optional<RecordingChunk> read(Path file) throws IOException {
        try (FileChannel in = FileChannel.open(file)) {
            ByteBuffer header = ByteBuffer.allocate(HEADER);
            while (header.hasRemaining() && in.read(header) >= 0) {
                // The loop goes on until the header is full, or the file ends.
            }
            boolean isFlushed = !header.hasRemaining()
                    && header.getInt(0) == MAGIC
                    && header.getLong(METADATA) > 0
                    && header.getLong(SIZE) > HEADER
                    && header.getLong(SIZE) <= in.size();
            return isFlushed ? Optional.of(new RecordingChunk(file, header)) : Optional.empty();
        }
    }

    /** Writes chunks to one file, the oldest first. */
    static void join(List<RecordingChunk> chunks, Path recording) throws IOException {
        List<RecordingChunk> byTime = chunks.stream()
                .sorted(Comparator.comparingLong(chunk -> chunk.header.getLong(START)))
                .toList();
        try (FileChannel out = FileChannel.open(
                recording, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            for (RecordingChunk chunk : byTime) chunk.copyTo(out);
        }
    }

    private void copyTo(FileChannel out) throws IOException {
        ByteBuffer finished = header.duplicate().put(STATE, (byte) 0).rewind();
        while (finished.hasRemaining()) out.write(finished);
        long size = header.getLong(SIZE);
        try (FileChannel in = FileChannel.open(file)) {
            for (long at = HEADER; at < size; ) {
                long copied = in.transferTo(at, size - at, out);
                if (copied <= 0) throw new EOFException(file + " ends at " + at + " of " + size + " bytes");
                at += copied;
            }
        }
    }
}
