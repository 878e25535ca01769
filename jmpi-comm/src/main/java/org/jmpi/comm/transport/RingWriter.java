package org.jmpi.comm.transport;

import java.nio.ByteBuffer;
import jdk.internal.vm.annotation.DontInline;

/** Puts frames into a ring, as far as there is room. One thread at a time. */
final class RingWriter {
    /**
     * So many bytes of the next payload's place are fetched ahead: of a longer one the rest comes in while the
     * beginning is copied, and 16 and 64 KiB were slower.
     */
    private static final int PREPARED = 4 << 10;

    private final RingMemory ring;
    private final SharedWords words;
    private final ByteBuffer memory;
    private final int longestCopied;

    private long cells;
    private long cellsEnd;
    private long filled;
    private long filledEnd;

    /** The payload that is being filled in; null if there is none. */
    private Source payload;

    private long bytes;
    private long position;
    private boolean handedOver;

    /** Bytes of the payload written last, if the place of one as long is not fetched yet; else 0. */
    private long unprepared;

    /** @param longestCopied bytes of the longest payload that is not handed over, where that is possible */
    RingWriter(RingMemory ring, int longestCopied) {
        this.ring = ring;
        this.words = ring.words;
        this.memory = ring.view();
        this.longestCopied = longestCopied;
        this.cellsEnd = ring.cells;
        this.filledEnd = ring.bulkBytes;
    }

    /**
     * Goes on with a frame.
     *
     * @return whether all of it is in the ring
     */
    boolean write(Frame frame) {
        if (payload == null) {
            if (!begin(frame)) return false;
            if (payload == null) return true;
        }
        while (position < bytes) {
            if (!fill()) return false;
            ring.set(RingMemory.BYTES_FILLED, filled);
        }
        payload = null;
        return true;
    }

    /** Returns whether the frame written last is the reader's now, who says when it is sent. */
    boolean handedOver() {
        return handedOver;
    }

    /**
     * Returns whether there is something to {@link #prepare}: the payload written last did not fit a cell's first line.
     */
    boolean isUnprepared() {
        return unprepared != 0;
    }

    /**
     * Fetches the lines that a payload as long as the last one will be written to, by writing to each. They lie with
     * the reader's core, which has read them a round of the ring ago, and a payload that is copied to them waits for
     * one after the other.
     */
    void prepare() {
        long length = unprepared;
        unprepared = 0;
        if (length > RingMemory.INLINE) prepareBulk(Math.min(length, PREPARED));
        else if (length > 0 && cells != cellsEnd) words.set(ring.cellAt(cells) + RingMemory.ALIGNMENT, 0);
    }

    private void prepareBulk(long length) {
        long from = RingMemory.aligned(filled);
        long end = Math.min(filledEnd, from + length) - Long.BYTES;
        for (long next = from; next <= end; next += RingMemory.ALIGNMENT)
            words.set(ring.bulk + (int) (next & ring.bulkBytes - 1), 0);
    }

    private boolean begin(Frame frame) {
        if (cells == cellsEnd) {
            cellsEnd = ring.get(RingMemory.CELLS_TAKEN) + ring.cells;
            if (cells == cellsEnd) return false;
        }
        int at = ring.cellAt(cells);
        words.set(at + RingMemory.HEADER, frame.word0);
        words.set(at + RingMemory.HEADER + 8, frame.word1);
        words.set(at + RingMemory.HEADER + 16, frame.word2);
        words.set(at + RingMemory.HEADER + 24, frame.word3);
        handedOver = false;
        Source source = frame.payload();
        if (source != null) add(frame, source, source.bytes(), at + RingMemory.BODY);
        cells++;
        ring.set(at, handedOver ? -cells : cells);
        return true;
    }

    @DontInline
    private void add(Frame frame, Source source, long length, int body) {
        if (length <= RingMemory.INLINE) {
            memory.limit(body + (int) length).position(body);
            source.pack(0, memory);
            memory.clear();
            unprepared = length > RingMemory.FIRST_LINE ? length : 0;
        } else if (ring.references != null && length > longestCopied) {
            handedOver = true;
            ring.references.setPlain((int) (cells & ring.cells - 1), frame);
        } else {
            payload = source;
            bytes = length;
            position = 0;
            filled = RingMemory.aligned(filled);
            unprepared = length;
            fill();
            // The cell announces the first bytes: the reader looks at no other line for them.
            words.set(body, filled);
        }
    }

    private boolean fill() {
        int most = (int) Math.min(ring.chunk(bytes), bytes - position);
        if (filledEnd - filled < most) {
            filledEnd = ring.get(RingMemory.BYTES_TAKEN) + ring.bulkBytes;
            if (filledEnd - filled < most) return false;
        }
        int within = (int) (filled & ring.bulkBytes - 1);
        int n = Math.min(most, ring.bulkBytes - within);
        int at = ring.bulk + within;
        memory.limit(at + n).position(at);
        payload.pack(position, memory);
        memory.clear();
        position += n;
        filled += n;
        return true;
    }

    /** Returns a count that grows with whatever is written. */
    long progress() {
        return cells + filled;
    }

    boolean hasHandedOver() {
        if (ring.references == null) return false;
        for (int i = 0; i < ring.references.length(); i++) if (ring.references.get(i) != null) return true;
        return false;
    }

    boolean isWatched() {
        return ring.isWatched();
    }

    boolean isRefused() {
        return ring.get(RingMemory.REFUSED) != 0;
    }

    /** Copies parts of a payload that was handed over, if the reader is about it; returns whether there were any. */
    boolean helpCopy() {
        return ring.copy.help();
    }

    /** Takes back a frame that was handed over and that the reader has not taken; null if there is none. */
    Frame takeBack() {
        if (ring.references == null) return null;
        for (int i = 0; i < ring.references.length(); i++) {
            Frame frame = ring.references.getAndSet(i, null);
            if (frame != null) return frame;
        }
        return null;
    }

    @Override
    public String toString() {
        return "ring of " + ring.bulkBytes + " bytes, " + cells + " frames written, "
                + (cells - ring.get(RingMemory.CELLS_TAKEN)) + " or fewer not taken"
                + (payload != null ? ", " + position + " of " + bytes + " bytes of the last one's payload" : "");
    }
}
