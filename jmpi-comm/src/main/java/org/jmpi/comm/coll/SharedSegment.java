package org.jmpi.comm.coll;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.transport.SharedMemory;
import org.jmpi.comm.transport.SharedWords;
import org.jmpi.comm.transport.SleepRecheck;

/**
 * Memory that all ranks of a communicator share, as one of them sees it: each posts cells there, which the others read.
 *
 * <pre>
 *      +----------+--------+--------+--------+-----+--------+--------+-----+--------+----
 *      | sleepers | read   | head 0 | head 1 | ... | body 0 | body 1 | ... | read   | ...
 *      +----------+--------+--------+--------+-----+--------+--------+-----+--------+----
 *                 of rank 0                                                of rank 1
 * byte 0      8       12       16
 *      +------+-------+--------+------------------
 * head | mark | place | stride | short blocks: envelope (16 bytes), content, envelope, content ...
 *      +------+-------+--------+------------------
 * </pre>
 *
 * <p>A cell is a head of 128 bytes and, if its blocks are too long for that, a body. The heads of a rank lie one after
 * the other, so that whoever reads short messages has the next one fetched with the last. Ranks of one JVM may publish
 * what a cell is to hold: the cell has envelopes alone then, and its writer waits until the others have read the
 * payloads.
 *
 * <p>An operation has parts, and these take steps. The mark of a step is {@code operation << 28 | part << 24 | step},
 * so marks grow. A rank posts at most one
 * cell in a step, in its {@value #HEADS} heads and {@value #BODIES} bodies by turns, and its mark says that the cell is
 * there. {@code read} is above the mark of each cell that a rank needs no more, and above all marks of an operation
 * that it has left: so nobody ever waits for a rank that has gone on, however few steps it took. A cell is written
 * again when every rank has read it.
 *
 * <p>A rank that blocks sets its bit in {@code sleepers} before it looks at what it awaits for a last time; a rank that
 * stores a mark looks for bits afterwards, without a fence between the two: see {@link SleepRecheck}.
 */
public final class SharedSegment {
    /** How many steps a rank may be ahead of the slowest reader. */
    static final int HEADS = 64;

    /** How many steps it may be ahead whose blocks do not fit into a head. */
    static final int BODIES = 8;

    /** The length of a block's envelope in bytes, which its content follows. */
    static final int ENVELOPE = 2 * Long.BYTES;

    private static final int STEP_BITS = 24;
    private static final int PART_BITS = 4;
    private static final long NOTHING = -1;

    /** Marks a cell without content, beside the stride. */
    private static final long EXPOSED = 1L << 63;

    /** Marks a cell without blocks, beside the stride. */
    private static final long EMPTY = 1L << 62;

    private static final int LINE = 128;
    private static final int CELL = Long.BYTES;
    private static final int TYPE = Long.BYTES;
    private static final int BLOCKS = 2 * Long.BYTES;
    private static final int LEAST_CONTENT = ENVELOPE + 2 * Long.BYTES;
    private static final int MOST_CONTENT = 1 << 20;
    /** Where in the notes is what; the words around keep others away. */
    private static final int AROUND = LINE / Long.BYTES;

    private static final int OPERATION = AROUND;

    /** The present part, with the operation's number in its upper bits. */
    private static final int PART = OPERATION + 1;

    /** Which cell its first step takes, before it is reduced to the number of cells. */
    private static final int TURN = PART + 1;

    /** This rank's own {@code read}. */
    private static final int PASSED = TURN + 1;

    /** What is awaited: a word that is to reach a mark, and whose it is. */
    private static final int AWAITED_WORD = PASSED + 1;

    private static final int AWAITED_MARK = AWAITED_WORD + 1;
    private static final int AWAITED_RANK = AWAITED_MARK + 1;

    /** The marks in this rank's heads, or {@link #NOTHING}. */
    private static final int WRITTEN = AWAITED_RANK + 1;

    /** The same of its bodies. */
    private static final int FILLED = WRITTEN + HEADS;

    /** The least that is known of other ranks' {@code read}, or less. */
    private static final int ALL_READ = FILLED + BODIES;

    /** What is known of each rank's {@code read}. */
    private static final int READ = ALL_READ + 1;

    /** How many parts an operation may have. */
    public static final int PARTS = 1 << PART_BITS;

    /** The most ranks, of which each has a bit. */
    static final int MOST_RANKS = Long.SIZE;

    /** How a rank waits for what another one does. */
    public interface Watch {
        /**
         * Returns when {@link #isReached}.
         *
         * @param sharedSegment where a rank has to store something
         */
        void await(SharedSegment sharedSegment);

        /**
         * Ends the sleep of a rank.
         *
         * @param rank that has called {@link #sleep}
         */
        void wake(int rank);
    }

    private final SharedWords memory;

    /** The same memory: the part of it that content is copied to or from. */
    private final ByteBuffer window;

    private final int rank;
    private final int size;
    private final int content;
    private final int body;
    private final int section;
    private final Watch watch;
    private final SegmentSingleCopy singleCopy;
    private final SegmentExchange exchange;
    private final SegmentReduction reduction;

    /** What only this rank reads and writes, at every step; apart from what ranks that are threads write to. */
    private final long[] notes;

    /**
     * Looks at shared memory.
     *
     * @param region of {@link #bytes}, the same at every rank; all zero before the first operation
     * @param rank this rank
     * @param size the number of ranks
     * @param content how many bytes a cell is to hold; the same at every rank
     * @param watch waits for the others
     */
    public SharedSegment(SharedMemory.Region region, int rank, int size, long content, Watch watch) {
        this.memory = new SharedWords(region.memory());
        this.window = region.memory().duplicate().order(ByteOrder.LITTLE_ENDIAN);
        this.rank = rank;
        this.size = size;
        this.content = content(size, content);
        this.body = bodyBytes(this.content);
        this.section = sectionBytes(this.content);
        this.watch = watch;
        this.notes = new long[READ + size + AROUND];
        Arrays.fill(notes, WRITTEN, ALL_READ, NOTHING);
        this.singleCopy = new SegmentSingleCopy(this, region.singleCopy());
        this.exchange = new SegmentExchange(this);
        this.reduction = new SegmentReduction(this);
    }

    /**
     * {@return the length of the memory that ranks share, in bytes}
     *
     * @param ranks how many there are
     * @param content how many bytes a cell is to hold
     */
    public static int bytes(int ranks, long content) {
        return LINE + ranks * sectionBytes(content(ranks, content));
    }

    /** Returns the content of a cell: a whole number of elements of any type, of which there is one for each rank. */
    static int content(int ranks, long asked) {
        return (int) Math.max(LEAST_CONTENT * ranks, Math.min(asked, MOST_CONTENT)) & -Long.BYTES;
    }

    /** Returns how many bytes a cell holds for each rank but the writer, if they are different ones. */
    static int part(int ranks, long content) {
        return ((ENVELOPE + content(ranks, content)) / Math.max(1, ranks - 1) & -Long.BYTES) - ENVELOPE;
    }

    private static int bodyBytes(int content) {
        return (ENVELOPE + content + LINE - 1) & -LINE;
    }

    private static int sectionBytes(int content) {
        return LINE + HEADS * LINE + BODIES * bodyBytes(content);
    }

    /**
     * Begins a part of an operation, which all ranks take part in.
     *
     * @param operation its number, above that of every operation before, and the same at every rank
     * @param part from 0 on, less than {@link #PARTS}, and the same at every rank
     */
    public void begin(long operation, int part) {
        notes[OPERATION] = operation;
        notes[PART] = operation << PART_BITS | part;
        notes[TURN] = operation + part;
    }

    /** Ends the part at this rank, or says before its end that this rank reads no cell of it any more. */
    public void endPart() {
        passTo(mark(notes[PART] + 1, 0));
    }

    /** Ends the operation at this rank, whatever parts it has at others. */
    public void end() {
        passTo(mark(notes[OPERATION] + 1 << PART_BITS, 0));
    }

    /** Returns whether another rank has left this operation. */
    boolean hasLeft(int ofRank) {
        return memory.getAcquire(section(ofRank)) >= mark(notes[OPERATION] + 1 << PART_BITS, 0);
    }

    private long mark(int step) {
        return mark(notes[PART], step);
    }

    private static long mark(long part, int step) {
        return part << STEP_BITS | step;
    }

    int rank() {
        return rank;
    }

    int size() {
        return size;
    }

    /** Returns a bit for each other rank. */
    long others() {
        return (-1L >>> Long.SIZE - size) & ~(1L << rank);
    }

    /**
     * Writes the envelope of a block.
     *
     * @param bytes of the whole message that the block is a part of
     * @param objects how many objects the message has, or items without elements
     */
    void putEnvelope(int block, BasicType type, long bytes, int objects) {
        memory.set(block, bytes);
        memory.set(block + TYPE, (long) objects << Integer.SIZE | type.ordinal());
    }

    long bytes(int block) {
        return memory.get(block);
    }

    BasicType type(int block) {
        return BasicType.of((int) memory.get(block + TYPE));
    }

    int objects(int block) {
        return (int) (memory.get(block + TYPE) >>> Integer.SIZE);
    }

    /** Returns the first bytes of a block's content, to be copied before the next call. */
    ByteBuffer content(int block, int bytes) {
        int start = block + ENVELOPE;
        return window.limit(start + bytes).position(start);
    }

    /** Returns how many bytes a cell holds if they are one block. */
    int content() {
        return content;
    }

    /** Returns how many bytes a cell holds for each other rank. */
    int part() {
        return part(size, content);
    }

    SegmentSingleCopy singleCopy() {
        return singleCopy;
    }

    SegmentExchange exchange() {
        return exchange;
    }

    SegmentReduction reduction() {
        return reduction;
    }

    private int section(int ofRank) {
        return LINE + ofRank * section;
    }

    private int head(int ofRank, int step) {
        return section(ofRank) + LINE + turn(step, HEADS) * LINE;
    }

    private int body(int ofRank, int step) {
        return section(ofRank) + LINE + HEADS * LINE + turn(step, BODIES) * body;
    }

    private int turn(int step, int cells) {
        return (int) notes[TURN] + step & cells - 1;
    }

    /**
     * Returns where blocks go in the cell that this rank is to post in a step, once everybody has read what is there.
     *
     * @param bytes the length of all blocks, envelopes included
     */
    @DontInline
    int claim(int step, int bytes) {
        awaitFree(WRITTEN, turn(step, HEADS), HEADS);
        if (bytes <= LINE - BLOCKS) return head(rank, step) + BLOCKS;
        awaitFree(FILLED, turn(step, BODIES), BODIES);
        return body(rank, step);
    }

    /**
     * Waits until everybody has read a cell; if that takes waiting, until half of the cells are free: a word that is
     * looked at at every step is slow to store to.
     */
    private void awaitFree(int marks, int turn, int cells) {
        if (notes[ALL_READ] <= notes[marks + turn]) awaitRead(notes[marks + turn], notes[marks + (turn ^ cells / 2)]);
    }

    private void awaitRead(long content, long later) {
        long least = Long.MAX_VALUE;
        for (int reader = 0; reader < size; reader++) {
            if (reader == rank) continue;
            if (notes[READ + reader] <= content) notes[READ + reader] = awaitRead(reader, content, later);
            least = Math.min(least, notes[READ + reader]);
        }
        notes[ALL_READ] = least;
    }

    /** Waits until a rank needs the cell of a step no more. */
    void awaitPassed(int reader, int step) {
        long content = mark(step);
        if (notes[READ + reader] <= content) notes[READ + reader] = awaitRead(reader, content, content);
    }

    private long awaitRead(int reader, long content, long later) {
        long read = memory.getAcquire(section(reader));
        return read > content ? read : await(reader, section(reader), Math.max(content, later) + 1);
    }

    /**
     * Posts the cell that has been written.
     *
     * @param blocks where its blocks are
     * @param stride the distance between blocks, one for each other rank, in bytes; 0 if there is one for all
     */
    @DontInline
    void post(int step, int blocks, int stride) {
        post(step, blocks, (long) stride << Integer.SIZE);
    }

    /** Posts a cell that has been written, whose blocks are envelopes of what this rank publishes. */
    void postPublished(int step, int blocks, int stride) {
        post(step, blocks, (long) stride << Integer.SIZE | EXPOSED);
    }

    /** Posts a cell without blocks. */
    void postEmpty(int step) {
        post(step, claim(step, 0), EMPTY);
    }

    private void post(int step, int blocks, long kind) {
        int head = head(rank, step);
        long mark = mark(step);
        notes[WRITTEN + turn(step, HEADS)] = mark;
        if (blocks == body(rank, step)) notes[FILLED + turn(step, BODIES)] = mark;
        memory.set(head + CELL, kind | blocks);
        memory.setRelease(head, mark);
        wakeSleepers();
    }

    /** Returns the cell that another rank posts in a step, once it has: see {@link #blocks} and {@link #stride}. */
    @DontInline
    long await(int from, int step) {
        int head = head(from, step);
        await(from, head, mark(step));
        // It has left all operations before this one.
        notes[READ + from] = Math.max(notes[READ + from], mark(0));
        return memory.get(head + CELL);
    }

    /** Returns where the blocks of a cell start. */
    static int blocks(long cell) {
        return (int) cell;
    }

    /** Returns the distance between the blocks of a cell; 0 if there is one for all. */
    static int stride(long cell) {
        return (int) ((cell & ~(EXPOSED | EMPTY)) >>> Integer.SIZE);
    }

    /** Returns whether a cell has no blocks. */
    static boolean isEmpty(long cell) {
        return (cell & EMPTY) != 0;
    }

    /** Returns whether the blocks of a cell are envelopes of what its writer publishes. */
    static boolean isExposed(long cell) {
        return (cell & EXPOSED) != 0;
    }

    /** Notes that this rank needs the cells of a step no more, nor those of steps before. */
    void pass(int step) {
        passTo(mark(step) + 1);
    }

    private void passTo(long mark) {
        if (mark <= notes[PASSED]) return;
        notes[PASSED] = mark;
        memory.setRelease(section(rank), mark);
        wakeSleepers();
    }

    private long await(int owner, int word, long mark) {
        long seen = memory.getAcquire(word);
        if (seen >= mark) return seen;
        notes[AWAITED_WORD] = word;
        notes[AWAITED_MARK] = mark;
        notes[AWAITED_RANK] = owner;
        watch.await(this);
        return memory.getAcquire(word);
    }

    /** {@return whether what this rank awaits has been stored} */
    public boolean isReached() {
        return memory.getAcquire((int) notes[AWAITED_WORD]) >= notes[AWAITED_MARK];
    }

    /** {@return the rank that has to store what this one awaits} */
    public int awaitedRank() {
        return (int) notes[AWAITED_RANK];
    }

    private void wakeSleepers() {
        long sleepers = memory.getAcquire(0);
        if (sleepers != 0) wake(sleepers);
    }

    private void wake(long sleepers) {
        for (int sleeper = 0; sleeper < size; sleeper++)
            if (sleeper != rank && (sleepers >>> sleeper & 1) != 0 && setSleeping(sleeper, false)) watch.wake(sleeper);
    }

    /**
     * Notes that this rank is about to sleep, or that it is awake. A rank that is about to sleep looks at
     * {@link #isReached} for a {@link SleepRecheck} more afterwards, as {@link org.jmpi.comm.request.Completion#wakes}
     * says.
     *
     * @param sleeping whether it sleeps
     */
    public void sleep(boolean sleeping) {
        setSleeping(rank, sleeping);
    }

    private boolean setSleeping(int sleeper, boolean sleeping) {
        long bit = 1L << sleeper;
        long before = sleeping ? memory.getAndBitwiseOr(0, bit) : memory.getAndBitwiseAnd(0, ~bit);
        return (before & bit) != 0;
    }
}
