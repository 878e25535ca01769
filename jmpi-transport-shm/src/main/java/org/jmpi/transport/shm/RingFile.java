package org.jmpi.transport.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jmpi.comm.transport.ControlBlock;
import org.jmpi.comm.transport.RingMemory;
import org.jmpi.comm.transport.SharedWords;

/**
 * The header that a ring between processes has, in the part of {@link RingMemory} that is unused, and where the
 * reserved rings are.
 *
 * <pre>
 * byte  0                64      72      80      88       96       128
 * ring  | see RingMemory | magic | token | cells | bytes  | unused | see {@link RingMemory}
 *
 *       0         ControlBlock.bytes
 * control block | control block | ring from rank 0 | ring from rank 1 | ...
 * </pre>
 *
 * Every rank reserves a small ring for each rank behind its control block. A rank that finds no room for a ring of its
 * own later sends through the one that its peer has reserved for it. So no pair of ranks needs room after the transport
 * has opened.
 */
final class RingFile {
    /** Changes with the layout of the files. */
    static final long MAGIC = 0x32_4D48_532D_4950L << 16 | 0x4D4A;

    private static final int RING_MAGIC = 64;
    private static final int RING_TOKEN = 72;
    private static final int RING_CELLS = 80;
    private static final int RING_BYTES = 88;

    private static final int RESERVED_CELLS = 16;
    private static final int MOST_RESERVED_BULK = 8 << 10;
    private static final int LEAST_RESERVED_BULK = 2 << 10;

    /** Bytes that all ranks of a host together reserve; a reserved ring has its least size if that is more. */
    private static final long MOST_RESERVED = 4 << 20;

    private RingFile() {}

    /** Returns the length of a rank's control block with the rings behind it. */
    static int controlBlockBytes(int size) {
        return Math.addExact(ControlBlock.bytes(size), Math.multiplyExact(size, reservedBytes(size)));
    }

    private static int reservedBulk(int size) {
        int bulk = MOST_RESERVED_BULK;
        while (bulk > LEAST_RESERVED_BULK && (long) size * size * bulk > MOST_RESERVED) bulk >>= 1;
        return bulk;
    }

    private static int reservedBytes(int size) {
        return RingMemory.bytes(RESERVED_CELLS, reservedBulk(size));
    }

    /** Returns the memory of the ring that a rank has reserved for another one, behind its control block. */
    private static ByteBuffer reserved(ByteBuffer controlBlock, int size, int from) {
        int bytes = reservedBytes(size);
        return controlBlock.slice(ControlBlock.bytes(size) + from * bytes, bytes);
    }

    /** Begins to write into the ring that a peer has reserved. */
    static RingMemory beginReserved(ByteBuffer controlBlock, int size, int from, long token) {
        return begin(reserved(controlBlock, size, from), RESERVED_CELLS, reservedBulk(size), token);
    }

    /** Returns the ring that this rank has reserved for a peer; null if the peer does not write into it. */
    static RingMemory findReserved(ByteBuffer controlBlock, int size, int from, long token) throws IOException {
        ByteBuffer memory = reserved(controlBlock, size, from);
        if (new SharedWords(memory).getAcquire(RING_MAGIC) == 0) return null;
        return find(memory, RESERVED_CELLS, reservedBulk(size), token, "the ring reserved for rank " + from);
    }

    /** Begins to write into memory, all of which is zero. */
    static RingMemory begin(ByteBuffer memory, int cells, int bulkBytes, long token) {
        RingMemory ring = new RingMemory(memory, cells, bulkBytes, false);
        SharedWords words = new SharedWords(memory);
        words.set(RING_TOKEN, token);
        words.set(RING_CELLS, cells);
        words.set(RING_BYTES, bulkBytes);
        ring.begin();
        words.setRelease(RING_MAGIC, MAGIC);
        return ring;
    }

    /** Returns the ring that has been begun in some memory. */
    static RingMemory find(ByteBuffer memory, int mostCells, int mostBulk, long token, Object place)
            throws IOException {
        ByteBuffer header = memory.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        check(place, header.getLong(RING_MAGIC), header.getLong(RING_TOKEN), token);
        long cells = header.getLong(RING_CELLS);
        long bytes = header.getLong(RING_BYTES);
        if (cells < 1 || bytes < 1 || cells > mostCells || bytes > mostBulk)
            throw new IOException(place + " is damaged: cells=" + cells + ", bytes=" + bytes);
        return new RingMemory(memory, (int) cells, (int) bytes, false);
    }

    static void check(Object place, long magic, long token, long expected) throws IOException {
        if (magic != MAGIC) throw new IOException(place + " is no shared memory of this version of JMPI");
        if (token != expected) throw new IOException(place + " is shared memory of another job");
    }
}
