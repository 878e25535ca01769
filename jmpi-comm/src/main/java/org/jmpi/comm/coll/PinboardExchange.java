package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.ObjectMessage;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.request.RecvRequest;
import org.jmpi.comm.transport.Source;

/**
 * Blocks that ranks give each other over a {@link Pinboard}: each rank gives one block to all others or one to each, or
 * none, and takes blocks from some. A block that is longer than a cell goes in several steps, each of which the others copy
 * while the next one is written.
 *
 * <p>How long a block is and what its elements are, its envelope tells, and each is taken as a message is received: one
 * that does not match what a rank awaits is noted as a mismatch.
 */
final class PinboardExchange {
    /** A block that this rank gives: its elements, or the bytes that its objects have been encoded to. */
    private static final class Given {
        final Segment segment = new Segment();
        Source payload;

        void set(Peers peers, Buffer block) {
            segment.set(block.array(), block.offset(), block.count(), block.layout());
            payload = block.type() == BasicType.OBJECT ? ObjectMessage.encode(peers.codec(), segment) : segment;
        }

        void clear() {
            segment.clear();
            payload = null;
        }
    }

    private final Pinboard pinboard;
    private final int rank;
    private final int size;
    private final Given all = new Given();
    private final Given[] given;
    private final RecvRequest[] taken;
    private final boolean[] gives;
    private final boolean[] takes;

    /** In how many steps the block comes that a rank gives; 1 before its envelope is known. */
    private final int[] steps;

    private Peers peers;
    private boolean givesAll;
    private boolean givesAny;
    private boolean takesAny;
    private boolean posted;
    private long longest;

    /** How far apart the blocks that this rank gives lie in a cell; 0 if there is one for all. */
    private int stride;

    /** In how many steps this rank gives. */
    private int posts;

    PinboardExchange(Pinboard pinboard) {
        this.pinboard = pinboard;
        this.rank = pinboard.rank();
        this.size = pinboard.size();
        this.given = new Given[size];
        this.taken = new RecvRequest[size];
        for (int i = 0; i < size; i++) given[i] = new Given();
        for (int i = 0; i < size; i++) taken[i] = new RecvRequest();
        this.gives = new boolean[size];
        this.takes = new boolean[size];
        this.steps = new int[size];
    }

    PinboardExchange of(Peers ranks) {
        // What was given before an object could not be encoded.
        if (peers != null) clear();
        peers = ranks;
        return this;
    }

    /** Gives a block to every other rank. */
    PinboardExchange give(Buffer block) {
        givesAll = givesAny = true;
        all.set(peers, block);
        longest = all.payload.bytes();
        return this;
    }

    /** Gives a block to one rank. */
    PinboardExchange give(Buffer block, int to) {
        gives[to] = givesAny = true;
        given[to].set(peers, block);
        longest = Math.max(longest, given[to].payload.bytes());
        return this;
    }

    /** Takes the block that another rank gives. */
    PinboardExchange take(Buffer block, int from) {
        takes[from] = takesAny = true;
        taken[from].segment().set(block.array(), block.offset(), block.count(), block.layout());
        taken[from].set(0, from, from, 0, peers.codec());
        steps[from] = 1;
        return this;
    }

    /** Posts the first cell of what is given: it is on its way while the caller says what it takes, and copies its own block. */
    PinboardExchange post() {
        stride = givesAll ? 0 : stride(longest);
        posts = givesAny ? steps(longest, stride) : 0;
        posted = true;
        if (posts > 0) post(0);
        return this;
    }

    /** Exchanges the blocks, and forgets them. */
    void run() {
        try {
            exchange();
            for (int from = 0; from < size; from++) if (takes[from]) conclude(taken[from]);
        } finally {
            clear();
        }
    }

    private void conclude(RecvRequest block) {
        CommException failure = block.failure();
        if (failure != null) peers.note(failure);
        if (failure != null && failure.errorClass() == ErrorClass.TYPE) return;
        try {
            block.deliver();
        } catch (CommException e) {
            if (e.errorClass() != ErrorClass.TYPE) throw e;
            peers.note(e);
        }
    }

    private void clear() {
        peers = null;
        if (givesAll) all.clear();
        givesAll = givesAny = takesAny = posted = false;
        longest = 0;
        for (int other = 0; other < size; other++) {
            if (gives[other]) given[other].clear();
            if (takes[other]) taken[other].clear();
            gives[other] = takes[other] = false;
            steps[other] = 0;
        }
    }

    private void exchange() {
        if (!posted) post();
        // Before the next cell: it waits for the others to say that they need no more of the one whose place it takes.
        if (!takesAny) pinboard.endPart();
        int last = posts;
        for (int step = 0; step < last || step == 0; step++) {
            if (step + 1 < posts) post(step + 1);
            for (int i = 1; i < size; i++) {
                int from = rank + i < size ? rank + i : rank + i - size;
                if (step >= steps[from]) continue;
                read(from, step);
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

    private void post(int step) {
        int length = givesAll ? (int) Math.min(longest, pinboard.content()) + Pinboard.ENVELOPE : stride * (size - 1);
        int blocks = pinboard.claim(step, length);
        if (givesAll) write(all, step, blocks);
        else for (int to = 0; to < size; to++) if (gives[to]) write(given[to], step, blocks + place(rank, to, stride));
        pinboard.post(step, blocks, stride);
    }

    private void write(Given block, int step, int at) {
        Source payload = block.payload;
        long bytes = payload.bytes();
        pinboard.putEnvelope(at, block.segment.type(), bytes, block.segment.objects());
        long position = (long) step * content(stride);
        int length = (int) Math.min(content(stride), bytes - position);
        if (length > 0) payload.pack(position, pinboard.content(at, length));
    }

    private void read(int from, int step) {
        int blocks = pinboard.await(from, step);
        int stride = pinboard.stride(from, step);
        int at = stride == 0 ? blocks : blocks + place(from, rank, stride);
        RecvRequest block = taken[from];
        long bytes = pinboard.bytes(at);
        if (step == 0) {
            block.begin(from, from, 0, pinboard.type(at), bytes, pinboard.objects(at));
            steps[from] = steps(bytes, stride);
        }
        long position = (long) step * content(stride);
        int length = (int) Math.min(content(stride), bytes - position);
        if (length > 0) block.unpack(position, pinboard.content(at, length));
    }
}
