package org.jmpi.report;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Makes a recording readable that was cut short: gives the header of the last chunk the positions of what is still
 * there, in a copy, or in the recording of a process that was killed.
 *
 * <pre>
 * A chunk (all numbers big-endian):
 *   offset  0  "FLR\0"
 *           4  version, major and minor: two times 2 bytes
 *           8  size of the chunk in bytes; 0 while the JVM writes it
 *          16  position of the last constant pool event
 *          24  position of the metadata event
 *          32  start in ns since 1970, duration in ns, start in ticks, ticks per second: four times 8 bytes
 *          64  state of the chunk: 0 once it is finished; capabilities
 *          68  events, each with its size and its type as the first two numbers
 * </pre>
 *
 * <p>The JVM writes constant pools and metadata at the end of a chunk, and during a recording about once a second.
 * Without any of them the events before cannot be read.
 */
final class ChunkRepair {
    private static final int MAGIC = 0x464c5200;
    private static final int HEADER = 68;
    private static final int SIZE = 8;
    private static final int CONSTANT_POOL = 16;
    private static final int METADATA = 24;
    private static final int STATE = 64;
    private static final int METADATA_TYPE = 0;
    private static final int CONSTANT_POOL_TYPE = 1;

    /** The most bytes of the two numbers that an event begins with. */
    private static final int EVENT_START = 18;

    private final FileChannel file;
    private final long length;

    private ChunkRepair(FileChannel file) throws IOException {
        this.file = file;
        length = file.size();
    }

    /**
     * Returns whether each chunk of a file is whole.
     *
     * @throws IOException if the file cannot be read or is no recording
     */
    static boolean isWhole(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path)) {
            ChunkRepair repair = new ChunkRepair(file);
            return repair.wholeBytes() == repair.length;
        }
    }

    /**
     * Copies what can be read of a recording that is not whole.
     *
     * @return the copy, which the caller deletes; empty if nothing can be read
     */
    static Optional<Path> repair(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path)) {
            return new ChunkRepair(file).copy();
        }
    }

    /**
     * Completes the recording of a process that was killed. jmpirun joins it of the process's chunks, the last of which
     * is unfinished.
     *
     * @return whether the recording is whole now; false if it is another one, nothing can be read of the last chunk, or
     *     the file may not be written
     */
    static boolean complete(Path path) throws IOException {
        if (!Files.isWritable(path)) return false;
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new ChunkRepair(file).complete();
        }
    }

    private boolean complete() throws IOException {
        long chunk = wholeBytes();
        if (chunk + HEADER > length || read(chunk, HEADER).get(STATE) == 0) return false;
        Optional<ByteBuffer> header = last(chunk);
        if (header.isEmpty()) return false;
        long end = chunk + header.get().getLong(SIZE);
        for (ByteBuffer bytes = header.get(); bytes.hasRemaining(); ) file.write(bytes, chunk + bytes.position());
        file.truncate(end);
        return true;
    }

    private Optional<Path> copy() throws IOException {
        long whole = wholeBytes();
        Optional<ByteBuffer> last = last(whole);
        if (whole == 0 && last.isEmpty()) return Optional.empty();
        Path copy = Files.createTempFile("jmpi-report-", ".jfr");
        try (FileChannel output = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            transfer(0, whole, output);
            if (last.isPresent()) {
                ByteBuffer header = last.get();
                long end = header.getLong(SIZE);
                while (header.hasRemaining()) output.write(header);
                transfer(whole + HEADER, end - HEADER, output);
            }
        }
        return Optional.of(copy);
    }

    private void transfer(long from, long bytes, FileChannel output) throws IOException {
        for (long done = 0; done < bytes; ) {
            long more = file.transferTo(from + done, bytes - done, output);
            if (more <= 0) throw new EOFException("the recording shrinks while it is read");
            done += more;
        }
    }

    /** Returns the bytes of the whole chunks that the file begins with. */
    private long wholeBytes() throws IOException {
        long start = 0;
        while (start + HEADER <= length) {
            ByteBuffer header = read(start, HEADER);
            if (header.getInt(0) != MAGIC) break;
            long size = header.getLong(SIZE);
            if (size < HEADER || size > length - start || header.get(STATE) != 0) break;
            start += size;
        }
        if (start == 0 && (length < HEADER || read(0, HEADER).getInt(0) != MAGIC))
            throw new IOException("it is no JFR recording");
        return start;
    }

    /** Returns a header for the part of a chunk up to its last whole event; empty if that part cannot be read. */
    private Optional<ByteBuffer> last(long chunk) throws IOException {
        if (chunk + HEADER > length) return Optional.empty();
        ByteBuffer header = read(chunk, HEADER);
        if (header.getInt(0) != MAGIC) return Optional.empty();
        long pool = 0;
        long metadata = 0;
        long position = HEADER;
        long end = flushed(header, length - chunk);
        while (position < end) {
            ByteBuffer start = read(chunk + position, (int) Math.min(EVENT_START, end - position));
            long size = number(start);
            if (size <= 0 || size > end - position || !start.hasRemaining()) break;
            long type = number(start);
            if (type == METADATA_TYPE) metadata = position;
            if (type == CONSTANT_POOL_TYPE) pool = position;
            position += size;
        }
        if (pool == 0 || metadata == 0) return Optional.empty();
        header.putLong(SIZE, position)
                .putLong(CONSTANT_POOL, pool)
                .putLong(METADATA, metadata)
                .put(STATE, (byte) 0);
        return Optional.of(header);
    }

    /** Returns how much of a chunk can be read: up to the JVM's last flush, or all that is there if it has not said. */
    private static long flushed(ByteBuffer header, long most) {
        long size = header.getLong(SIZE);
        return size > HEADER && size < most ? size : most;
    }

    /** Reads a number of 7 bits per byte, the lowest ones first. */
    private static long number(ByteBuffer bytes) {
        long value = 0;
        for (int shift = 0; bytes.hasRemaining(); shift += 7) {
            byte next = bytes.get();
            if (shift == 56) return value | (next & 0xffL) << shift;
            value |= (next & 0x7fL) << shift;
            if (next >= 0) return value;
        }
        return -1;
    }

    private ByteBuffer read(long position, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining()) if (file.read(buffer, position + buffer.position()) < 0) throw new EOFException();
        return buffer.flip();
    }
}
