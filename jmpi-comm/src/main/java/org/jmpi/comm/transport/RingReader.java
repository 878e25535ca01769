package org.jmpi.comm.transport;

import java.nio.ByteBuffer;
import jdk.internal.vm.annotation.DontInline;

/** Takes frames from a ring. Used by the polling thread alone. */
final class RingReader {
    /** Frames taken in one call, so that other peers get their turn. */
    private static final int MOST_FRAMES = 16;

    final int peer;

    private final RingMemory ring;
    private final SharedWords words;
    private final ByteBuffer memory;
    private final FrameHandler handler;

    private long cells;
    private long taken;
    private long filled;
    private long cellsTold;
    private long takenTold;
    private boolean toldRoom;
    private boolean answered;

    /** The sink of the arriving payload; null if there is none. */
    private Sink sink;

    private long bytes;
    private long position;

    RingReader(int peer, RingMemory ring, FrameHandler handler) {
        this.peer = peer;
        this.ring = ring;
        this.words = ring.words;
        this.memory = ring.view();
        this.handler = handler;
    }

    /**
     * Takes what is there.
     *
     * @return whether there was anything
     * @throws RuntimeException what the handler or a sink throws: nothing more is to be taken then
     */
    @DontInline
    boolean poll() {
        boolean moved = false;
        for (int frames = 0; frames < MOST_FRAMES; frames++) {
            if (sink == null ? !begin() : !drain()) return moved;
            moved = true;
        }
        return true;
    }

    private boolean begin() {
        int at = ring.cellAt(cells);
        long number = ring.get(at);
        if (number == cells + 1) {
            Sink to = show(at);
            if (to == null) pass();
            else take(to, to.bytes(), at + RingMemory.BODY);
            return true;
        }
        if (number != -(cells + 1)) return false;
        Frame frame = ring.references.getAndSet((int) (cells & ring.cells - 1), null);
        if (frame == null) return false; // its sender has it back, and is closing
        takeWhole(at, frame);
        return true;
    }

    private Sink show(int at) {
        return handler.onFrame(
                peer,
                words.get(at + RingMemory.HEADER),
                words.get(at + RingMemory.HEADER + 8),
                words.get(at + RingMemory.HEADER + 16),
                words.get(at + RingMemory.HEADER + 24));
    }

    @DontInline
    private void take(Sink to, long length, int body) {
        if (length <= RingMemory.INLINE) {
            if (length > 0) {
                memory.limit(body + (int) length).position(body);
                to.unpack(0, memory);
                memory.clear();
            }
            pass();
            to.end();
        } else {
            sink = to;
            bytes = length;
            position = 0;
            taken = RingMemory.aligned(taken);
            filled = words.get(body);
            pass();
            drain();
        }
    }

    private void takeWhole(int at, Frame frame) {
        try {
            Sink to = show(at);
            pass();
            if (to != null) {
                take(to, frame.payload(), to.bytes());
                to.end();
            }
        } catch (RuntimeException e) {
            frame.failed(e);
            throw e;
        }
        frame.sent();
        answered = true;
    }

    private void take(Sink to, Source payload, long length) {
        if (SharedCopy.fits(length) && to.takesFragments(payload)) ring.copy.run(payload, to, length);
        else to.take(payload);
    }

    /** Leaves a cell behind. */
    private void pass() {
        cells++;
        if (cells - cellsTold < ring.cells >> 2) return;
        cellsTold = cells;
        toldRoom = true;
        ring.set(RingMemory.CELLS_TAKEN, cells);
    }

    private boolean drain() {
        boolean moved = false;
        while (position < bytes) {
            if (filled == taken) {
                filled = ring.get(RingMemory.BYTES_FILLED);
                // The cell's count may be ahead of the writer's line.
                if (filled <= taken) {
                    filled = taken;
                    return moved;
                }
            }
            takeChunk();
            moved = true;
        }
        Sink done = sink;
        sink = null;
        done.end();
        return true;
    }

    private void takeChunk() {
        int within = (int) (taken & ring.bulkBytes - 1);
        int n = (int) Math.min(
                Math.min(filled - taken, bytes - position), Math.min(ring.chunk(bytes), ring.bulkBytes - within));
        int at = ring.bulk + within;
        memory.limit(at + n).position(at);
        sink.unpack(position, memory);
        memory.clear();
        position += n;
        taken += n;
        if (taken - takenTold < ring.bulkBytes >> 3) return;
        takenTold = taken;
        toldRoom = true;
        ring.set(RingMemory.BYTES_TAKEN, taken);
    }

    /** Returns whether the writer was told of room since the last call. */
    boolean toldRoom() {
        boolean told = toldRoom;
        toldRoom = false;
        return told;
    }

    /** Returns whether frames that were handed over have been answered since the last call. */
    boolean answered() {
        boolean any = answered;
        answered = false;
        return any;
    }

    long frames() {
        return cells;
    }

    boolean isUnderWay() {
        return sink != null;
    }

    void watch(boolean watched) {
        ring.watch(watched);
    }

    void refuse() {
        ring.set(RingMemory.REFUSED, 1);
    }

    @Override
    public String toString() {
        return cells + " frames taken"
                + (sink == null ? "" : ", " + position + " of " + bytes + " bytes of the last one's payload");
    }
}
