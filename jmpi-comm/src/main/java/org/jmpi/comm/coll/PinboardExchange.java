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
 * while the next one is written. Between ranks of one JVM a long block is exposed instead, and stays so until those who take
 * it have read it.
 *
 * <p>How long a block is and what its elements are, its envelope tells, and each is taken as a message is received: one
 * that does not match what a rank awaits is noted as a mismatch.
 */
final class PinboardExchange {
    /** A block that this rank gives: its elements, or the bytes that its objects have been encoded to. */
    private static final class Given {
        final Segment segment = new Segment();
        Source payload;

        void prepare(Peers peers) {
            payload = segment.type() == BasicType.OBJECT ? ObjectMessage.encode(peers.codec(), segment) : segment;
        }

        /** Returns whether a reader is spared work if it does not get the payload packed. */
        boolean isExposable() {
            return payload != segment || segment.hasLongRuns();
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

    /** In how many steps the block comes that a rank gives; 1 before its envelope is known. */
    private final int[] steps;

    private Peers peers;
    private boolean givesAll;
    private boolean posted;

    /** A bit for each rank that this one gives a block of its own. */
    private long gives;

    /** A bit for each rank that this one takes a block from. */
    private long takes;

    private long longest;

    /** Whether all blocks that this rank gives may be exposed, each under its reader's number, one for all under its own. */
    private boolean exposable = true;

    /** Whether they are. */
    private boolean exposes;

    /** Whether this rank has read what others expose. */
    private boolean exposed;

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
        givesAll = true;
        all.segment.set(block.segment());
        all.prepare(peers);
        longest = all.payload.bytes();
        exposable = all.isExposable();
        return this;
    }

    /** Gives a rank its block. */
    PinboardExchange give(Blocks blocks, int to) {
        gives |= 1L << to;
        blocks.set(given[to].segment, to);
        given[to].prepare(peers);
        longest = Math.max(longest, given[to].payload.bytes());
        exposable &= given[to].isExposable();
        return this;
    }

    /** Takes the block that another rank gives. */
    PinboardExchange take(Buffer block, int from) {
        taken[from].segment().set(block.segment());
        return take(from);
    }

    /** Takes the block that another rank gives to where that rank's block belongs. */
    PinboardExchange take(Blocks blocks, int from) {
        blocks.set(taken[from].segment(), from);
        return take(from);
    }

    private PinboardExchange take(int from) {
        takes |= 1L << from;
        taken[from].set(0, from, from, 0, peers.codec());
        steps[from] = 1;
        return this;
    }

    /** Copies this rank's own block, as if it were given and taken. */
    PinboardExchange keep(Buffer send, Blocks receive) {
        receive.set(taken[rank].segment(), rank);
        if (!taken[rank].segment().copy(send.segment())) peers.copy(send, receive.of(rank));
        return this;
    }

    /** Copies this rank's own block, as if it were given and taken. */
    PinboardExchange keep(Blocks send, Buffer receive) {
        send.set(given[rank].segment, rank);
        if (!receive.segment().copy(given[rank].segment)) peers.copy(send.of(rank), receive);
        return this;
    }

    /** Copies this rank's own block, as if it were given and taken. */
    PinboardExchange keep(Blocks send, Blocks receive) {
        send.set(given[rank].segment, rank);
        receive.set(taken[rank].segment(), rank);
        if (!taken[rank].segment().copy(given[rank].segment)) peers.copy(send.of(rank), receive.of(rank));
        return this;
    }

    /**
     * Posts the first cell of what is given: it is on its way while the caller says what it takes, and copies its own block.
     * Not for a rank that gives one block to all and takes none: what it gives is never exposed, since it would be spared one
     * copy and wait for the others.
     */
    PinboardExchange post() {
        exposes = exposable && pinboard.exposes(longest, peers.tuning());
        start();
        return this;
    }

    private void start() {
        stride = givesAll ? 0 : stride(exposes ? 0 : longest);
        posts = givesAll || gives != 0 ? steps(exposes ? 0 : longest, stride) : 0;
        posted = true;
        if (posts > 0) post(0);
    }

    /** Exchanges the blocks, and forgets them. */
    void run() {
        try {
            exchange();
            for (long left = takes; left != 0; left &= left - 1) conclude(taken[Long.numberOfTrailingZeros(left)]);
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
        for (; gives != 0; gives &= gives - 1) given[Long.numberOfTrailingZeros(gives)].clear();
        for (; takes != 0; takes &= takes - 1) taken[Long.numberOfTrailingZeros(takes)].clear();
        given[rank].clear();
        taken[rank].clear();
        givesAll = posted = exposes = exposed = false;
        exposable = true;
        longest = 0;
    }

    private void exchange() {
        if (!posted) start();
        // Before the next cell: it waits for the others to say that they need no more of the one whose place it takes.
        if (takes == 0 && posts > 1) pinboard.endPart();
        long above = takes & -1L << rank;
        int last = posts;
        for (int step = 0; step < last || step == 0; step++) {
            if (step + 1 < posts) post(step + 1);
            // Each rank begins with the one above it, so that not all read the same cell at once.
            last = Math.max(last, read(above, step));
            last = Math.max(last, read(takes ^ above, step));
            if (step + 1 < last && takes != 0) pinboard.pass(step);
        }
        // Whoever exposes something waits for that, maybe while others wait for this rank.
        if (exposed || exposes) pinboard.endPart();
        if (exposes) hide();
    }

    private void hide() {
        for (int reader = 0; reader < size; reader++) {
            if (reader == rank || !givesAll && (gives >>> reader & 1) == 0) continue;
            pinboard.awaitPassed(reader, 0);
            if (!givesAll) pinboard.exposures().set(rank, reader, null);
        }
        if (givesAll) pinboard.exposures().set(rank, rank, null);
    }

    /** Reads the cells of a step that some ranks have posted; returns in how many steps the longest of their blocks comes. */
    private int read(long ranks, int step) {
        int most = 0;
        for (long left = ranks; left != 0; left &= left - 1) {
            int from = Long.numberOfTrailingZeros(left);
            if (step < steps[from]) read(from, step);
            most = Math.max(most, steps[from]);
        }
        return most;
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

    /** Returns where the block for a reader is in a cell of a writer's. */
    static int block(long cell, int writer, int reader) {
        int stride = Pinboard.stride(cell);
        return Pinboard.blocks(cell) + (stride == 0 ? 0 : place(writer, reader, stride));
    }

    private void post(int step) {
        int content = exposes ? 0 : (int) Math.min(longest, pinboard.content());
        int blocks = pinboard.claim(step, givesAll ? Pinboard.ENVELOPE + content : stride * (size - 1));
        if (givesAll) write(all, rank, step, blocks);
        for (long left = gives; left != 0; left &= left - 1) {
            int to = Long.numberOfTrailingZeros(left);
            write(given[to], to, step, blocks + place(rank, to, stride));
        }
        if (exposes) pinboard.postExposed(step, blocks, stride);
        else pinboard.post(step, blocks, stride);
    }

    private void write(Given block, int reader, int step, int at) {
        Source payload = block.payload;
        long bytes = payload.bytes();
        pinboard.putEnvelope(at, block.segment.type(), bytes, block.segment.objects());
        if (exposes) {
            pinboard.exposures().set(rank, reader, payload);
            return;
        }
        long position = (long) step * content(stride);
        int length = (int) Math.min(content(stride), bytes - position);
        if (length > 0) payload.pack(position, pinboard.content(at, length));
    }

    private void read(int from, int step) {
        long cell = pinboard.await(from, step);
        int stride = Pinboard.stride(cell);
        int at = block(cell, from, rank);
        RecvRequest block = taken[from];
        long bytes = pinboard.bytes(at);
        if (step == 0) {
            block.begin(from, from, 0, pinboard.type(at), bytes, pinboard.objects(at));
            steps[from] = Pinboard.isExposed(cell) ? 1 : steps(bytes, stride);
        }
        if (Pinboard.isExposed(cell)) {
            block.take(pinboard.exposures().get(from, stride == 0 ? from : rank));
            exposed = true;
            return;
        }
        long position = (long) step * content(stride);
        int length = (int) Math.min(content(stride), bytes - position);
        if (length > 0) block.unpack(position, pinboard.content(at, length));
    }
}
