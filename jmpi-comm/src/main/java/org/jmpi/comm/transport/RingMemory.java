package org.jmpi.comm.transport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The memory by which one rank sends frames to another on its host: written by one side, read by the other.
 *
 * <pre>
 * byte 0        8         16          24                  128               256
 *      +--------+---------+-----------+---------+---------+--------+--------+-------+-------+---+-------------
 *      | cells  | bytes   | unwatched | refused |  unused | bytes  | unused | cell  | cell  |...| bulk bytes
 *      | taken  | taken   |           |         |         | filled |        |   0   |   1   |   |
 *      +--------+---------+-----------+---------+---------+--------+--------+-------+-------+---+-------------
 *       the reader's                                       the writer's      the writer's
 *
 * cell  0        8       16      24      32      40                128
 *      +--------+-------+-------+-------+-------+------------------+
 *      | number | word0 | word1 | word2 | word3 | short payload,   |
 *      |        |       |       |       |       | or bytes filled  |
 *      +--------+-------+-------+-------+-------+------------------+
 * </pre>
 *
 * <p>All counters only grow. A frame is a cell. It is there once its number is the count of cells before it plus one:
 * so one line crosses between the cores for a short message, and nothing is ever zeroed. A payload of more than
 * {@link #INLINE} bytes lies in the bulk bytes, from the next multiple of {@value #ALIGNMENT} on; its parts may be read
 * as they are filled in, so that both sides copy at the same time. In one JVM a frame may be handed over instead
 * ({@link #references}).
 *
 * <p>Each side stores by release the words that the other one loads by acquire. All other words are one side's own.
 */
public final class RingMemory {
    /** Two 64-byte lines, which processors fetch together. */
    static final int LINE = 128;

    static final int ALIGNMENT = 64;

    static final int CELLS_TAKEN = 0;
    static final int BYTES_TAKEN = CELLS_TAKEN + Long.BYTES;
    static final int UNWATCHED = BYTES_TAKEN + Long.BYTES;
    static final int REFUSED = UNWATCHED + Long.BYTES;
    static final int BYTES_FILLED = LINE;
    static final int CELLS = 2 * LINE;

    static final int CELL_BYTES = LINE;
    static final int HEADER = Long.BYTES;
    static final int BODY = HEADER + Frame.HEADER_BYTES;

    /** The longest payload that travels in its frame's cell. */
    public static final int INLINE = CELL_BYTES - BODY;

    /** The longest payload that lies in its cell's first line. */
    static final int FIRST_LINE = ALIGNMENT - BODY;

    private final ByteBuffer memory;

    /** The words that both sides exchange, and the cells. */
    final SharedWords words;

    final int cells;
    final int bulk;
    final int bulkBytes;

    /** The frames that are handed over as they are, by cell; null between processes. */
    final AtomicReferenceArray<Frame> references;

    /** The copy that both sides make together of frames that are handed over; null between processes. */
    final SharedCopy copy;

    /**
     * Describes a ring.
     *
     * @param memory {@link #bytes} long, aligned to 8 bytes; all zero at first
     * @param cells how many frames it holds; a power of two
     * @param bulkBytes how many bytes of payloads it holds; a power of two
     * @param handsOver whether both sides are in this JVM
     */
    public RingMemory(ByteBuffer memory, int cells, int bulkBytes, boolean handsOver) {
        if (Integer.bitCount(cells) != 1
                || Integer.bitCount(bulkBytes) != 1
                || memory.limit() < bytes(cells, bulkBytes))
            throw new IllegalArgumentException(
                    "no ring: bytes=" + memory.limit() + ", cells=" + cells + ", bulk bytes=" + bulkBytes);
        this.memory = memory.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        this.words = new SharedWords(memory);
        this.cells = cells;
        this.bulk = CELLS + cells * CELL_BYTES;
        this.bulkBytes = bulkBytes;
        this.references = handsOver ? new AtomicReferenceArray<>(cells) : null;
        this.copy = handsOver ? new SharedCopy() : null;
    }

    private RingMemory(RingMemory other) {
        this.memory = other.view();
        this.words = new SharedWords(memory);
        this.cells = other.cells;
        this.bulk = other.bulk;
        this.bulkBytes = other.bulkBytes;
        this.references = other.references;
        this.copy = other.copy;
    }

    /**
     * {@return the same ring for its reader, if that is in this JVM: what one side reads at every look would else lie
     * beside what the other one made next, and writes to with every frame}
     */
    RingMemory ofReader() {
        return new RingMemory(this);
    }

    /**
     * {@return the size in bytes of a ring's memory}
     *
     * @param cells how many frames it holds
     * @param bulkBytes how many bytes of payloads it holds
     */
    public static int bytes(int cells, int bulkBytes) {
        return CELLS + cells * CELL_BYTES + bulkBytes;
    }

    /** Marks new memory: its reader does not look at it before the writer's notice. */
    public void begin() {
        words.setRelease(UNWATCHED, 1);
    }

    ByteBuffer view() {
        return memory.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    int cellAt(long number) {
        return CELLS + (int) (number & cells - 1) * CELL_BYTES;
    }

    /** Returns where a payload starts that follows this many bytes. */
    static long aligned(long count) {
        return count + ALIGNMENT - 1 & -ALIGNMENT;
    }

    /**
     * Returns how many bytes are filled in, or taken, at a time: few enough that both sides work at the same time, and
     * many enough that a chunk costs less than its bytes before all methods are compiled.
     */
    int chunk(long payload) {
        int most = payload <= SHORT_PAYLOAD
                ? SHORT_PAYLOAD >> 1
                : payload <= LONG_PAYLOAD ? LONG_PAYLOAD >> 2 : LONG_PAYLOAD >> 1;
        return Math.min(bulkBytes >> 3, most);
    }

    private static final int SHORT_PAYLOAD = 8 << 10;
    private static final int LONG_PAYLOAD = 64 << 10;

    long get(int at) {
        return words.getAcquire(at);
    }

    void set(int at, long value) {
        words.setRelease(at, value);
    }

    boolean isWatched() {
        return words.getAcquire(UNWATCHED) == 0;
    }

    /** Says whether the reader looks at this ring by itself; a full fence, so that what it looks at next is newer. */
    void watch(boolean watched) {
        words.setVolatile(UNWATCHED, watched ? 0 : 1);
    }
}
