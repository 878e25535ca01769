package org.jmpi.comm.coll.shared;

import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.schedule.Blocks;
import org.jmpi.comm.transport.Source;

/**
 * Blocks that ranks give each other over a {@link SharedSegment}: each rank gives one block to all others or one to
 * each, or none, and takes blocks from some. A block that is longer than a slot goes in several steps, each of which
 * the others copy while the next one is written. Between ranks of one JVM a long block is published instead, and stays
 * so until those who take it have read it.
 *
 * <p>The envelope of a block has its length and type, and each block is taken as a message is received: one that does
 * not match what a rank awaits is noted as a mismatch.
 */
public final class SegmentExchange {
    /** A block that this rank gives: its elements, or the bytes that its objects have been encoded to. */
    private static final class Given {
        Segment segment = new Segment();
        Source payload;

        void prepare(SegmentRanks ranks) {
            payload = segment.type() == BasicType.OBJECT ? ranks.encode(segment) : segment;
        }

        /** Returns whether a reader is spared work if it does not get the payload packed. */
        boolean isPublishable() {
            return payload != segment || segment.hasLongRuns();
        }

        /** Forgets the block, whose elements others may still read if it has been retracted. */
        void clear(boolean retracted) {
            if (retracted) segment = new Segment();
            segment.clear();
            payload = null;
        }
    }

    private final SharedSegment sharedSegment;
    private final SegmentSingleCopy singleCopy;
    private final int rank;
    private final int size;
    private final Given all = new Given();
    private final Given[] given;
    private final RecvRequest[] taken;

    /** In how many steps the block comes that a rank gives; 1 before its envelope is known. */
    private final int[] steps;

    private SegmentRanks ranks;
    private boolean givesAll;
    private boolean posted;

    /** A bit for each rank that this one gives a block of its own. */
    private long gives;

    /** A bit for each rank that this one takes a block from. */
    private long takes;

    private long longest;

    /** Whether publishing spares work for each block that this rank gives. */
    private boolean publishable = true;

    /**
     * Whether this rank publishes what it gives: a block for one rank under that one's number, one for all under its
     * own.
     */
    private boolean publishes;

    private boolean readsPublished;

    /** The failure to throw after the exchange, as the other ranks need this rank's blocks. */
    private Throwable failure;

    /** How far apart the blocks that this rank gives lie in a slot; 0 if there is one for all. */
    private int stride;

    /** In how many steps this rank gives. */
    private int posts;

    SegmentExchange(SharedSegment sharedSegment) {
        this.sharedSegment = sharedSegment;
        this.singleCopy = sharedSegment.singleCopy();
        this.rank = sharedSegment.rank();
        this.size = sharedSegment.size();
        this.given = new Given[size];
        this.taken = new RecvRequest[size];
        for (int i = 0; i < size; i++) given[i] = new Given();
        for (int i = 0; i < size; i++) taken[i] = new RecvRequest();
        this.steps = new int[size];
    }

    /**
     * Begins an exchange.
     *
     * @param view of the ranks that take part
     * @return this
     */
    public SegmentExchange of(SegmentRanks view) {
        // The last exchange failed before it was run.
        if (ranks != null) clear();
        ranks = view;
        return this;
    }

    /**
     * Gives a block to every other rank.
     *
     * @param block the block
     * @return this
     */
    public SegmentExchange give(Buffer block) {
        givesAll = true;
        all.segment.set(block.segment());
        all.prepare(ranks);
        longest = all.payload.bytes();
        publishable = all.isPublishable();
        return this;
    }

    /**
     * Gives a rank its block.
     *
     * @param blocks that of each rank
     * @param to the rank
     * @return this
     */
    @DontInline
    public SegmentExchange give(Blocks blocks, int to) {
        gives |= 1L << to;
        blocks.set(given[to].segment, to);
        given[to].prepare(ranks);
        longest = Math.max(longest, given[to].payload.bytes());
        publishable &= given[to].isPublishable();
        return this;
    }

    /**
     * Takes the block that another rank gives.
     *
     * @param block where it goes
     * @param from the other rank
     * @return this
     */
    public SegmentExchange take(Buffer block, int from) {
        taken[from].segment().set(block.segment());
        return take(from);
    }

    /**
     * Takes the block that another rank gives to where that rank's block belongs.
     *
     * @param blocks one for each rank
     * @param from the other rank
     * @return this
     */
    public SegmentExchange take(Blocks blocks, int from) {
        blocks.set(taken[from].segment(), from);
        return take(from);
    }

    private SegmentExchange take(int from) {
        takes |= 1L << from;
        taken[from].set(0, from, from, 0, ranks.codec());
        steps[from] = 1;
        return this;
    }

    /**
     * Copies this rank's own block, as if it were given and taken.
     *
     * @param send what is given
     * @param receive where it goes
     * @return this
     */
    public SegmentExchange keep(Buffer send, Blocks receive) {
        receive.set(taken[rank].segment(), rank);
        if (!taken[rank].segment().copy(send.segment())) keep(send, receive.of(rank));
        return this;
    }

    /**
     * Copies this rank's own block, as if it were given and taken.
     *
     * @param send what is given
     * @param receive where it goes
     * @return this
     */
    public SegmentExchange keep(Blocks send, Buffer receive) {
        send.set(given[rank].segment, rank);
        if (!receive.segment().copy(given[rank].segment)) keep(send.of(rank), receive);
        return this;
    }

    /**
     * Copies this rank's own block, as if it were given and taken.
     *
     * @param send what is given
     * @param receive where it goes
     * @return this
     */
    public SegmentExchange keep(Blocks send, Blocks receive) {
        send.set(given[rank].segment, rank);
        receive.set(taken[rank].segment(), rank);
        if (!taken[rank].segment().copy(given[rank].segment)) keep(send.of(rank), receive.of(rank));
        return this;
    }

    private void keep(Buffer send, Buffer receive) {
        try {
            ranks.copy(send, receive);
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    /**
     * Publishes a long block, or posts a short one's first slot, before the caller sets its receives and copies its own
     * block. A rank that gives one block to all and takes none rather calls {@link #run} alone, which posts: publishing
     * saves it one copy, but makes it wait for all others.
     *
     * @return this
     */
    @DontInline
    public SegmentExchange publishOrPost() {
        publishes = publishable && singleCopy.suit(longest, ranks);
        post();
        return this;
    }

    private void post() {
        stride = givesAll ? 0 : stride(publishes ? 0 : longest);
        posts = givesAll || gives != 0 ? steps(publishes ? 0 : longest, stride) : 0;
        posted = true;
        if (posts > 0) post(0);
    }

    /** Exchanges the blocks, posting what has been neither published nor posted so far, and forgets them. */
    @DontInline
    public void run() {
        try {
            finish();
            for (long left = takes; left != 0; left &= left - 1) conclude(taken[Long.numberOfTrailingZeros(left)]);
        } finally {
            clear();
        }
    }

    private void finish() {
        try {
            exchange();
        } catch (RuntimeException | Error e) {
            if (failure == null) failure = e;
        }
        try {
            singleCopy.retractAfter(readers(), 0);
        } catch (RuntimeException e) {
            if (failure == null) failure = e;
        }
        if (failure instanceof Error error) throw error;
        if (failure != null) throw (RuntimeException) failure;
    }

    private long readers() {
        return givesAll ? sharedSegment.others() : gives;
    }

    private void conclude(RecvRequest block) {
        CommException failure = block.failure();
        if (failure != null) ranks.mismatch(failure.errorClass(), block.source(), block.content(), block.awaited());
        if (failure != null && failure.errorClass() == ErrorClass.TYPE) return;
        try {
            block.deliver();
        } catch (CommException e) {
            ranks.noteObjects(e);
        }
    }

    private void clear() {
        boolean retracted = singleCopy.retract();
        ranks = null;
        failure = null;
        if (givesAll) all.clear(retracted);
        for (; gives != 0; gives &= gives - 1) given[Long.numberOfTrailingZeros(gives)].clear(retracted);
        for (; takes != 0; takes &= takes - 1) taken[Long.numberOfTrailingZeros(takes)].clear();
        given[rank].clear(retracted);
        taken[rank].clear();
        givesAll = posted = publishes = readsPublished = false;
        publishable = true;
        longest = 0;
    }

    private void exchange() {
        if (!posted) post();
        // Before the next slot: it waits for the others to say that they need no more of the one that it replaces.
        if (takes == 0 && posts > 1) sharedSegment.endPhase();
        long above = takes & -1L << rank;
        int last = posts;
        for (int step = 0; step < last || step == 0; step++) {
            if (step + 1 < posts) post(step + 1);
            // Each rank begins with the one above it, so that not all read the same slot at once.
            last = Math.max(last, read(above, step));
            last = Math.max(last, read(takes ^ above, step));
            if (step + 1 < last && takes != 0) sharedSegment.pass(step);
        }
        // Before the objects among the blocks are decoded: the ranks that have published them wait.
        if (readsPublished) sharedSegment.endPhase();
    }

    /**
     * Reads the slots of a step that some ranks have posted; returns in how many steps the longest of their blocks
     * comes.
     */
    private int read(long ranks, int step) {
        int most = 0;
        for (long left = ranks; left != 0; left &= left - 1) {
            int from = Long.numberOfTrailingZeros(left);
            if (step < steps[from]) read(from, step);
            most = Math.max(most, steps[from]);
        }
        return most;
    }

    /** Returns how far apart the blocks for different ranks lie in a slot: no further than they are long. */
    int stride(long longest) {
        return SegmentLayout.ENVELOPE
                + (int) Math.min(sharedSegment.contentPerRank(), longest + Long.BYTES - 1 & -Long.BYTES);
    }

    /** Returns how many bytes of a block go in one step. */
    int content(int stride) {
        return stride == 0 ? sharedSegment.content() : stride - SegmentLayout.ENVELOPE;
    }

    private int steps(long bytes, int stride) {
        int content = content(stride);
        return bytes <= content ? 1 : (int) ((bytes + content - 1) / content);
    }

    /** Returns where the block for a reader is, from the first one of a writer's. */
    static int blockOffset(int writer, int reader, int stride) {
        return (reader < writer ? reader : reader - 1) * stride;
    }

    /** Returns where the block for a reader is in a slot of a writer's. */
    static int block(long slot, int writer, int reader) {
        int stride = SharedSegment.stride(slot);
        return SharedSegment.blocks(slot) + (stride == 0 ? 0 : blockOffset(writer, reader, stride));
    }

    @DontInline
    private void post(int step) {
        int content = publishes ? 0 : (int) Math.min(longest, sharedSegment.content());
        int blocks = sharedSegment.claim(step, givesAll ? SegmentLayout.ENVELOPE + content : stride * (size - 1));
        if (givesAll) write(all, rank, step, blocks);
        for (long left = gives; left != 0; left &= left - 1) {
            int to = Long.numberOfTrailingZeros(left);
            write(given[to], to, step, blocks + blockOffset(rank, to, stride));
        }
        if (publishes) sharedSegment.postPublished(step, blocks, stride);
        else sharedSegment.post(step, blocks, stride);
    }

    private void write(Given block, int reader, int step, int at) {
        Source payload = block.payload;
        long bytes = payload.bytes();
        sharedSegment.putEnvelope(at, block.segment.type(), bytes, block.segment.objects());
        if (publishes) {
            singleCopy.publish(reader, payload);
            return;
        }
        long position = (long) step * content(stride);
        int length = (int) Math.min(content(stride), bytes - position);
        if (length > 0) payload.pack(position, sharedSegment.content(at, length));
    }

    @DontInline
    private void read(int from, int step) {
        long slot = sharedSegment.await(from, step);
        if (SharedSegment.isEmpty(slot)) {
            ranks.mismatch(ErrorClass.TYPE, from, "nothing", taken[from].awaited());
            return;
        }
        int stride = SharedSegment.stride(slot);
        int at = block(slot, from, rank);
        RecvRequest block = taken[from];
        long bytes = sharedSegment.bytes(at);
        if (step == 0) {
            block.begin(from, from, 0, sharedSegment.type(at), bytes, sharedSegment.objects(at));
            if (bytes > 0 && block.failure() == null) sharedSegment.compareMarks(at, from, ranks);
            steps[from] = SharedSegment.isPublished(slot) ? 1 : steps(bytes, stride);
        }
        if (SharedSegment.isPublished(slot)) {
            takePublished(block, from, stride == 0 ? from : rank, bytes);
            return;
        }
        long position = (long) step * content(stride);
        int length = (int) Math.min(content(stride), bytes - position);
        if (length > 0) block.unpack(position, sharedSegment.content(at, length));
    }

    private void takePublished(RecvRequest block, int from, int number, long bytes) {
        Source payload = singleCopy.read(from, number, bytes);
        if (payload == null) ranks.note(sharedSegment.left(ranks, from));
        else block.take(payload);
        readsPublished = true;
    }
}
