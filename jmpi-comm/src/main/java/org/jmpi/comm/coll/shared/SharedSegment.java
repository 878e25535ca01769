package org.jmpi.comm.coll.shared;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdk.internal.vm.annotation.Contended;
import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.transport.SharedMemory;
import org.jmpi.comm.transport.SharedWords;
import org.jmpi.comm.transport.SleepRecheck;

/**
 * Memory that all ranks of a communicator share, as one of them sees it ({@link SegmentLayout}): each posts slots
 * there, which the others read. Ranks of one JVM may publish what a slot is to hold: the slot has envelopes alone then,
 * and its writer waits until the others have read the payloads.
 *
 * <p>An operation has phases, and these take steps. The sequence number of a step is
 * {@code operation << 28 | phase << 24 | step}, so it grows. A rank posts at most one slot in a step, in its heads and
 * bodies by turns. The sequence number in a head says that the slot is there. {@code passed} is above the sequence
 * number of each slot that a rank needs no more, and above all sequence numbers of an operation that it has left: so no
 * rank ever waits for one that has gone on, however few steps it took. A slot is written again when every rank has
 * passed it.
 *
 * <p>A rank that blocks sets its bit in {@code sleepers} before it looks at what it awaits for a last time; a rank that
 * stores a sequence number looks for bits afterwards, without a fence between the two: see {@link SleepRecheck}.
 *
 * <p>The class is {@code @Contended}: a rank writes to its fields at every step, and other ranks may be threads.
 */
@Contended
public final class SharedSegment {
    private static final int STEP_BITS = 24;
    private static final int PHASE_BITS = 4;
    private static final long NOTHING = -1;
    private static final int TYPE = Long.BYTES;

    /** The shift of the mark in the word of the type, above the type. */
    private static final int MARK = Byte.SIZE;

    private static final int TYPES = 0xFF;

    /** Marks a slot without content, beside the stride. */
    private static final long PUBLISHED = 1L << 63;

    /** Marks a slot without blocks, beside the stride. */
    private static final long EMPTY = 1L << 62;

    /** How many phases an operation may have. */
    public static final int PHASES = 1 << PHASE_BITS;

    /** The most ranks, of which each has a bit. */
    public static final int MOST_RANKS = Long.SIZE;

    /** The way in which a rank waits for another one. */
    public interface SegmentWaiter {
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

        /**
         * Lets a while pass, if the operation has failed at all ranks.
         *
         * @param reader reads what this rank has published
         * @return whether that rank stops soon
         */
        default boolean pauseFor(int reader) {
            return false;
        }

        /**
         * {@return the failure of an operation that another rank has left before this rank had what it gave}
         *
         * @param ranks take part in the operation
         * @param from the other rank
         */
        default CommException left(SegmentRanks ranks, int from) {
            return ranks.left(from);
        }
    }

    private final SharedWords memory;

    /** The same memory: the range that content is copied to or from. */
    private final ByteBuffer window;

    private final int rank;
    private final int size;
    private final SegmentLayout layout;
    private final SegmentWaiter waiter;
    private final SegmentSingleCopy singleCopy;
    private final SegmentExchange exchange;
    private final SegmentReduction reduction;

    /** The sequence numbers in this rank's heads, and of the slots in its bodies. */
    private final PaddedLongs written = new PaddedLongs(SegmentLayout.HEADS, NOTHING);

    private final PaddedLongs filled = new PaddedLongs(SegmentLayout.BODIES, NOTHING);

    /** The last known value of each rank's {@code passed}. */
    private final PaddedLongs passedBy;

    /** The least of these, or less. */
    private long passedByAll;

    /** This rank's own {@code passed}. */
    private long passed;

    private long operation;

    /** The operator and the root of the operation, see {@link CallMark}. */
    private int mark;

    /** The present phase, with the operation's number in its upper bits. */
    private long phase;

    /** The slot that the first step of the phase takes, before it is reduced to the number of slots. */
    private int turn;

    /** An awaited event: the word of a rank that is to reach a sequence number. */
    private int awaitedWord;

    private long awaitedSequence;
    private int awaitedRank;

    /**
     * Looks at shared memory.
     *
     * @param region of {@link #bytes}, the same at every rank; all zero before the first operation
     * @param rank this rank
     * @param size the number of ranks
     * @param content how many bytes a slot is to hold; the same at every rank
     * @param waiter waits for the others
     */
    public SharedSegment(SharedMemory.Region region, int rank, int size, long content, SegmentWaiter waiter) {
        this.memory = new SharedWords(region.memory());
        this.window = region.memory().duplicate().order(ByteOrder.LITTLE_ENDIAN);
        this.rank = rank;
        this.size = size;
        this.layout = new SegmentLayout(size, content);
        this.waiter = waiter;
        this.passedBy = new PaddedLongs(size, 0);
        this.singleCopy = new SegmentSingleCopy(this, region.singleCopy());
        this.exchange = new SegmentExchange(this);
        this.reduction = new SegmentReduction(this);
    }

    /**
     * {@return the length of the memory that ranks share, in bytes}
     *
     * @param ranks how many there are
     * @param content how many bytes a slot is to hold
     */
    public static int bytes(int ranks, long content) {
        return new SegmentLayout(ranks, content).bytes();
    }

    /**
     * Begins a phase of an operation, which all ranks take part in.
     *
     * @param operation its number, above that of every operation before, and the same at every rank
     * @param phase from 0 on, less than {@link #PHASES}, and the same at every rank
     * @param mark of the call: see {@link CallMark}
     */
    public void begin(long operation, int phase, int mark) {
        this.operation = operation;
        this.mark = mark;
        this.phase = operation << PHASE_BITS | phase;
        this.turn = (int) operation + phase;
    }

    /** Ends the phase at this rank, or says before its end that this rank reads no slot of it any more. */
    public void endPhase() {
        passTo(sequence(phase + 1, 0));
    }

    /** Ends the operation at this rank, whatever phases it has at others. */
    public void end() {
        passTo(sequence(operation + 1 << PHASE_BITS, 0));
    }

    /** Returns whether another rank has left this operation. */
    boolean hasLeft(int ofRank) {
        return memory.getAcquire(layout.passed(ofRank)) >= sequence(operation + 1 << PHASE_BITS, 0);
    }

    private long sequence(int step) {
        return sequence(phase, step);
    }

    private static long sequence(long phase, int step) {
        return phase << STEP_BITS | step;
    }

    /** {@return this rank} */
    public int rank() {
        return rank;
    }

    /** {@return the number of ranks} */
    public int size() {
        return size;
    }

    /** Returns a bit for each other rank. */
    long others() {
        return (-1L >>> Long.SIZE - size) & ~(1L << rank);
    }

    /**
     * Writes the envelope of a block.
     *
     * @param bytes of the whole message that the block belongs to
     * @param objects how many objects the message has, or items without elements
     */
    void putEnvelope(int block, BasicType type, long bytes, int objects) {
        memory.set(block, bytes);
        memory.set(block + TYPE, (long) objects << Integer.SIZE | (long) mark << MARK | type.ordinal());
    }

    long bytes(int block) {
        return memory.get(block);
    }

    BasicType type(int block) {
        return BasicType.of((int) memory.get(block + TYPE) & TYPES);
    }

    /** Compares the mark of a block's writer with this rank's; notes a mismatch. */
    void compareMarks(int block, int from, SegmentRanks ranks) {
        if (mark(block) != mark) ranks.note(differs(block, from, ranks));
    }

    private int mark(int block) {
        return (int) memory.get(block + TYPE) >>> MARK;
    }

    private CommException differs(int block, int from, SegmentRanks ranks) {
        int given = mark(block);
        return ranks.mismatched(
                CallMark.errorClass(given, mark), from, CallMark.text(given, mark), CallMark.text(mark, given));
    }

    int objects(int block) {
        return (int) (memory.get(block + TYPE) >>> Integer.SIZE);
    }

    /** Returns the first bytes of a block's content, to be copied before the next call. */
    ByteBuffer content(int block, int bytes) {
        int start = block + SegmentLayout.ENVELOPE;
        return window.limit(start + bytes).position(start);
    }

    /** Returns how many bytes a slot holds if they are one block. */
    int content() {
        return layout.content();
    }

    /** Returns how many bytes a slot holds for each other rank. */
    int contentPerRank() {
        return layout.contentPerRank();
    }

    SegmentSingleCopy singleCopy() {
        return singleCopy;
    }

    /** {@return exchanges of blocks in the segment} */
    public SegmentExchange exchange() {
        return exchange;
    }

    /** {@return reductions in the segment} */
    public SegmentReduction reduction() {
        return reduction;
    }

    private int head(int ofRank, int step) {
        return layout.head(ofRank, number(step, SegmentLayout.HEADS));
    }

    private int body(int ofRank, int step) {
        return layout.body(ofRank, number(step, SegmentLayout.BODIES));
    }

    /** Returns which of so many heads or bodies a step takes. */
    private int number(int step, int slots) {
        return turn + step & slots - 1;
    }

    /**
     * Returns the offset of blocks in the slot that this rank is to post in a step, once all ranks have read its
     * present content.
     *
     * @param bytes the length of all blocks, envelopes included
     */
    @DontInline
    int claim(int step, int bytes) {
        awaitFree(written, number(step, SegmentLayout.HEADS), SegmentLayout.HEADS);
        if (bytes <= SegmentLayout.LINE - SegmentLayout.BLOCKS) return head(rank, step) + SegmentLayout.BLOCKS;
        awaitFree(filled, number(step, SegmentLayout.BODIES), SegmentLayout.BODIES);
        return body(rank, step);
    }

    /**
     * Waits until all ranks have passed a slot; if that takes waiting, until half of the slots are free: a word that is
     * looked at at every step is slow to store to.
     */
    private void awaitFree(PaddedLongs sequences, int number, int slots) {
        long sequence = sequences.get(number);
        if (passedByAll <= sequence) awaitPassedByAll(sequence, sequences.get(number ^ slots / 2));
    }

    private void awaitPassedByAll(long sequence, long later) {
        long least = Long.MAX_VALUE;
        for (int reader = 0; reader < size; reader++) {
            if (reader == rank) continue;
            awaitPassed(reader, sequence, later);
            least = Math.min(least, passedBy.get(reader));
        }
        passedByAll = least;
    }

    /** Waits until a rank needs the slot of a step no more. */
    void awaitPassed(int reader, int step) {
        awaitPassed(reader, sequence(step), sequence(step));
    }

    private void awaitPassed(int reader, long sequence, long later) {
        if (passedBy.get(reader) > sequence) return;
        int word = layout.passed(reader);
        long seen = memory.getAcquire(word);
        passedBy.set(reader, seen > sequence ? seen : await(reader, word, Math.max(sequence, later) + 1));
    }

    /**
     * Posts the slot that has been written.
     *
     * @param blocks where its blocks are
     * @param stride the distance between blocks, one for each other rank, in bytes; 0 if there is one for all
     */
    @DontInline
    void post(int step, int blocks, int stride) {
        post(step, blocks, (long) stride << Integer.SIZE);
    }

    /** Posts a slot that has been written, whose blocks are envelopes of what this rank publishes. */
    void postPublished(int step, int blocks, int stride) {
        post(step, blocks, (long) stride << Integer.SIZE | PUBLISHED);
    }

    /**
     * Posts a slot without blocks.
     *
     * @param step of the phase
     */
    public void postEmpty(int step) {
        post(step, claim(step, 0), EMPTY);
    }

    private void post(int step, int blocks, long kind) {
        int head = head(rank, step);
        long sequence = sequence(step);
        written.set(number(step, SegmentLayout.HEADS), sequence);
        if (blocks == body(rank, step)) filled.set(number(step, SegmentLayout.BODIES), sequence);
        memory.set(head + SegmentLayout.BLOCKS_OF, kind | blocks);
        memory.setRelease(head, sequence);
        wakeSleepers();
    }

    /**
     * {@return the slot that another rank posts in a step, once it has}
     *
     * @param from the other rank
     * @param step of the phase
     */
    @DontInline
    public long await(int from, int step) {
        int head = head(from, step);
        await(from, head, sequence(step));
        // It has left all operations before this one.
        passedBy.set(from, Math.max(passedBy.get(from), sequence(0)));
        return memory.get(head + SegmentLayout.BLOCKS_OF);
    }

    /** Returns where the blocks of a slot start. */
    static int blocks(long slot) {
        return (int) slot;
    }

    /** Returns the distance between the blocks of a slot; 0 if there is one for all. */
    static int stride(long slot) {
        return (int) ((slot & ~(PUBLISHED | EMPTY)) >>> Integer.SIZE);
    }

    /**
     * {@return whether a slot has no blocks}
     *
     * @param slot that another rank has posted
     */
    public static boolean isEmpty(long slot) {
        return (slot & EMPTY) != 0;
    }

    /** Returns whether the blocks of a slot are envelopes of what its writer publishes. */
    static boolean isPublished(long slot) {
        return (slot & PUBLISHED) != 0;
    }

    /** Notes that this rank needs the slots of a step no more, nor those of steps before. */
    void pass(int step) {
        passTo(sequence(step) + 1);
    }

    private void passTo(long sequence) {
        singleCopy.stopReading();
        if (sequence <= passed) return;
        passed = sequence;
        memory.setRelease(layout.passed(rank), sequence);
        wakeSleepers();
    }

    private long await(int owner, int word, long sequence) {
        long seen = memory.getAcquire(word);
        if (seen >= sequence) return seen;
        awaitedWord = word;
        awaitedSequence = sequence;
        awaitedRank = owner;
        waiter.await(this);
        return memory.getAcquire(word);
    }

    /**
     * Posts the mark of a rank that leaves all operations by a failure: the others learn that no slot of it comes.
     *
     * @param mark the reason; not 0
     */
    public void fail(long mark) {
        memory.setRelease(layout.failure(rank), mark);
        wakeSleepers();
    }

    /**
     * {@return the failure mark of another rank; 0 if there is none}
     *
     * @param ofRank the other rank
     */
    public long failureMark(int ofRank) {
        return memory.getAcquire(layout.failure(ofRank));
    }

    /** Does the same as {@link SegmentWaiter#pauseFor}. */
    boolean pauseFor(int reader) {
        return waiter.pauseFor(reader);
    }

    /** Does the same as {@link SegmentWaiter#left}. */
    CommException left(SegmentRanks ranks, int from) {
        return waiter.left(ranks, from);
    }

    /**
     * {@return whether the rank that this one awaits has left the operation, so that what has not been stored never is}
     */
    public boolean isLeft() {
        return hasLeft(awaitedRank()) || failureMark(awaitedRank()) != 0;
    }

    /**
     * {@return the failure of an operation of which another rank has posted the first slot with another mark; null if
     * none has} The rank that this one awaits has left it, as one does that awaits the data of another root.
     *
     * @param ranks the ranks
     */
    public CommException otherCall(SegmentRanks ranks) {
        if (awaitedSequence != sequence(0)) return null;
        int head = awaitedWord - layout.passed(awaitedRank);
        for (int from = 0; from < size; from++) {
            int other = layout.passed(from) + head;
            // The slot stays as it is until this rank has passed it.
            if (from == rank || memory.getAcquire(other) != awaitedSequence) continue;
            long slot = memory.get(other + SegmentLayout.BLOCKS_OF);
            if (isEmpty(slot)) continue;
            int block = SegmentExchange.block(slot, from, rank);
            if (bytes(block) > 0 && mark(block) != mark) return differs(block, from, ranks);
        }
        return null;
    }

    /** {@return whether what this rank awaits has been stored} */
    public boolean isReached() {
        return memory.getAcquire(awaitedWord) >= awaitedSequence;
    }

    /** {@return the rank that has to store what this one awaits} */
    public int awaitedRank() {
        return awaitedRank;
    }

    private void wakeSleepers() {
        long sleepers = memory.getAcquire(SegmentLayout.SLEEPERS);
        if (sleepers != 0) wake(sleepers);
    }

    private void wake(long sleepers) {
        for (int sleeper = 0; sleeper < size; sleeper++)
            if (sleeper != rank && (sleepers >>> sleeper & 1) != 0 && setSleeping(sleeper, false)) waiter.wake(sleeper);
    }

    /**
     * Notes that this rank is about to sleep, or that it is awake. A rank that is about to sleep looks at
     * {@link #isReached} for a {@link SleepRecheck} more afterwards, as
     * {@link org.jmpi.comm.operation.Completion#wakes} says.
     *
     * @param sleeping whether it sleeps
     */
    public void sleep(boolean sleeping) {
        setSleeping(rank, sleeping);
    }

    private boolean setSleeping(int sleeper, boolean sleeping) {
        long bit = 1L << sleeper;
        long before = sleeping
                ? memory.getAndBitwiseOr(SegmentLayout.SLEEPERS, bit)
                : memory.getAndBitwiseAnd(SegmentLayout.SLEEPERS, ~bit);
        return (before & bit) != 0;
    }
}
