package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * Blocks that ranks give each other over a {@link Pinboard}: each rank gives one block to all others or one to each, or none,
 * and takes blocks from some. A block that is longer than a cell goes in several steps, each of which the others copy
 * while the next one is written.
 *
 * <p>How long a block is, its envelope tells: the length in bytes of the whole block, and the type of its elements. One that
 * does not match what a rank awaits is noted as a mismatch.
 */
final class PinboardExchange {
    private static final int TYPE_BITS = 8;

    private final Pinboard pinboard;
    private final int rank;
    private final int size;
    private final Segment all = new Segment();
    private final Segment[] given;
    private final Segment[] taken;
    private final boolean[] gives;
    private final boolean[] takes;

    /** In how many steps the block comes that a rank gives; 1 before its envelope is known. */
    private final int[] steps;

    private boolean givesAll;
    private boolean givesAny;
    private boolean takesAny;
    private long longest;

    PinboardExchange(Pinboard pinboard) {
        this.pinboard = pinboard;
        this.rank = pinboard.rank();
        this.size = pinboard.size();
        this.given = segments(size);
        this.taken = segments(size);
        this.gives = new boolean[size];
        this.takes = new boolean[size];
        this.steps = new int[size];
    }

    private static Segment[] segments(int number) {
        Segment[] segments = new Segment[number];
        for (int i = 0; i < number; i++) segments[i] = new Segment();
        return segments;
    }

    static long envelope(long bytes, BasicType type) {
        return bytes << TYPE_BITS | type.ordinal();
    }

    static long bytes(long envelope) {
        return envelope >>> TYPE_BITS;
    }

    static BasicType type(long envelope) {
        return BasicType.of((int) envelope & (1 << TYPE_BITS) - 1);
    }

    /** Gives a block to every other rank. */
    PinboardExchange give(Buffer block) {
        set(all, block);
        givesAll = givesAny = true;
        longest = block.bytes();
        return this;
    }

    /** Gives a block to one rank. */
    PinboardExchange give(Buffer block, int to) {
        set(given[to], block);
        gives[to] = givesAny = true;
        longest = Math.max(longest, block.bytes());
        return this;
    }

    /** Takes the block that another rank gives. */
    PinboardExchange take(Buffer block, int from) {
        set(taken[from], block);
        takes[from] = takesAny = true;
        steps[from] = 1;
        return this;
    }

    private static void set(Segment segment, Buffer block) {
        segment.set(block.array(), block.offset(), block.count(), block.layout());
    }

    /** Exchanges the blocks, and forgets them. */
    void run(Peers peers) {
        try {
            exchange(peers);
        } finally {
            clear();
        }
    }

    private void clear() {
        all.clear();
        givesAll = givesAny = takesAny = false;
        longest = 0;
        for (int other = 0; other < size; other++) {
            if (gives[other]) given[other].clear();
            if (takes[other]) taken[other].clear();
            gives[other] = takes[other] = false;
            steps[other] = 0;
        }
    }

    private void exchange(Peers peers) {
        int stride = givesAll ? 0 : stride(longest);
        int posts = givesAny ? steps(longest, stride) : 0;
        if (!takesAny) pinboard.end();
        if (posts > 0) post(0, stride);
        int last = posts;
        for (int step = 0; step < last || step == 0; step++) {
            if (step + 1 < posts) post(step + 1, stride);
            for (int i = 1; i < size; i++) {
                int from = rank + i < size ? rank + i : rank + i - size;
                if (step >= steps[from]) continue;
                read(peers, from, step);
                last = Math.max(last, steps[from]);
            }
            if (step + 1 < last && takesAny) pinboard.pass(step);
        }
    }

    /** Returns how far apart the blocks for different ranks lie in a cell: no further than they are long. */
    int stride(long longest) {
        return Pinboard.ENVELOPE + (int) Math.min(pinboard.part(), longest + Long.BYTES - 1 & -Long.BYTES);
    }

    /** Returns how many bytes of a block go in one step. */
    int content(int stride) {
        return stride == 0 ? pinboard.content() : stride - Pinboard.ENVELOPE;
    }

    private int steps(long bytes, int stride) {
        int content = content(stride);
        return bytes <= content ? 1 : (int) ((bytes + content - 1) / content);
    }

    /** Returns where the block for a reader is, from the first one of a writer's. */
    static int place(int writer, int reader, int stride) {
        return (reader < writer ? reader : reader - 1) * stride;
    }

    private void post(int step, int stride) {
        int blocks = pinboard.claim(step);
        if (givesAll) write(all, step, blocks, stride);
        else
            for (int to = 0; to < size; to++)
                if (gives[to]) write(given[to], step, blocks + place(rank, to, stride), stride);
        pinboard.post(step, stride);
    }

    private void write(Segment block, int step, int at, int stride) {
        long bytes = block.bytes();
        pinboard.putEnvelope(at, envelope(bytes, block.type()));
        long position = (long) step * content(stride);
        int length = (int) Math.min(content(stride), bytes - position);
        if (length > 0) block.pack(position, pinboard.content(at, length));
    }

    private void read(Peers peers, int from, int step) {
        int blocks = pinboard.await(from, step);
        int stride = pinboard.stride(blocks);
        int at = stride == 0 ? blocks : blocks + place(from, rank, stride);
        Segment block = taken[from];
        long envelope = pinboard.envelope(at);
        if (step == 0) steps[from] = accept(peers, from, envelope, block, stride);
        long position = (long) step * content(stride);
        long end = steps[from] == 0 ? 0 : Math.min(bytes(envelope), block.bytes());
        int length = (int) Math.min(content(stride), end - position);
        if (length > 0) block.unpack(position, pinboard.content(at, length));
    }

    /** Returns in how many steps the part of a block comes that is taken. */
    private int accept(Peers peers, int from, long envelope, Segment room, int stride) {
        long bytes = bytes(envelope);
        CommException mismatch = mismatch(from, envelope, room.bytes(), room.type());
        if (mismatch != null) peers.note(mismatch);
        if (mismatch != null && mismatch.errorClass() == ErrorClass.TYPE) return 0;
        return steps(Math.min(bytes, room.bytes()), stride);
    }

    /** Returns what is wrong with a block; null if it matches. One without bytes matches any type (MPI-4.1 section 3.3.1). */
    static CommException mismatch(int from, long envelope, long room, BasicType awaited) {
        long bytes = bytes(envelope);
        if (bytes > 0 && !type(envelope).matches(awaited))
            return new CommException(
                    ErrorClass.TYPE,
                    "message of " + type(envelope) + " does not match a receive of " + awaited + ": source=" + from);
        if (bytes > room)
            return new CommException(
                    ErrorClass.TRUNCATE,
                    "message is longer than the receive: message=" + bytes + " bytes, room=" + room + " bytes, source="
                            + from);
        return null;
    }
}
