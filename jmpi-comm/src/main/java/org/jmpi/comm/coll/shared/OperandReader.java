package org.jmpi.comm.coll.shared;

import java.util.Arrays;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.ErrorClass;

/**
 * Reads the operands and results that ranks give each other in a reduction over a {@link SharedSegment}.
 *
 * <p>A rank that is gone, or whose operand has another length or type than this rank's own, is left out from then on:
 * its reads return null. A longer operand and one of another type are noted as mismatches. The loss of a rank is thrown
 * at the end, since the other ranks wait for this one's steps.
 */
final class OperandReader {
    /** The numbers of the payloads that a rank publishes. */
    static final int OPERAND = 0;

    static final int RESULT = 1;

    private final SharedSegment sharedSegment;
    private final SegmentSingleCopy singleCopy;
    private final OperandSource source;
    private final int rank;

    /** The ranks that are left out. */
    private final boolean[] left;

    private RuntimeException failure;
    private SegmentRanks ranks;
    private Buffer send;

    OperandReader(SharedSegment sharedSegment) {
        this.sharedSegment = sharedSegment;
        this.singleCopy = sharedSegment.singleCopy();
        this.source = new OperandSource(sharedSegment);
        this.rank = sharedSegment.rank();
        this.left = new boolean[sharedSegment.size()];
    }

    /**
     * Begins a reduction.
     *
     * @param operand this rank's own, which those of others have to match
     */
    void begin(SegmentRanks view, Buffer operand) {
        ranks = view;
        send = operand;
    }

    /** Drops the references to the program's arrays. */
    void end() {
        source.clear();
        failure = null;
        ranks = null;
        send = null;
        Arrays.fill(left, false);
    }

    /** Takes what is thrown at the end; the first failure counts. */
    void fail(RuntimeException cause) {
        if (failure == null) failure = cause;
    }

    /** Throws the first failure, if there is one. */
    void raise() {
        if (failure != null) throw failure;
    }

    /** Returns this rank's own operand from an item on. */
    OperandSource own(long first) {
        return source.singleCopy(send.segment(), elements(first));
    }

    /** Returns the operand that a rank has posted whole in the first step, from an item on. */
    OperandSource whole(int from, long first) {
        return operand(from, 0, first, elements(first));
    }

    /**
     * Returns the items of a rank's operand that this rank combines.
     *
     * @param step in which the rank posts them
     * @param first the first of them, counted from the operand's start
     */
    OperandSource part(int from, int step, long first) {
        return operand(from, step, first, 0);
    }

    /**
     * Returns items of a rank's operand.
     *
     * @param first the first of them, counted from the operand's start
     * @param skipped the elements before them in a block that the rank has posted
     */
    private OperandSource operand(int from, int step, long first, long skipped) {
        long slot = await(from, step);
        if (left[from]) return null;
        if (SharedSegment.isEmpty(slot)) {
            mismatch(ErrorClass.TYPE, from, "nothing");
            return null;
        }
        int block = SegmentExchange.block(slot, from, rank);
        if (step == 0 && !accepts(from, block)) return null;
        return SharedSegment.isPublished(slot) ? published(from, OPERAND, first) : source.posted(block, skipped);
    }

    /**
     * Returns the items that a rank has combined.
     *
     * @param step in which the rank posts them
     * @param first the first of them, counted from the result's start
     */
    OperandSource result(int from, int step, long first) {
        long slot = await(from, step);
        if (left[from]) return null;
        if (SharedSegment.isPublished(slot)) return published(from, RESULT, first);
        return source.posted(SharedSegment.blocks(slot));
    }

    private long elements(long items) {
        return items * send.layout().size();
    }

    /**
     * Returns what {@link SharedSegment#await} does; leaves out a rank that is gone, and awaits none that is left out.
     */
    private long await(int from, int step) {
        if (left[from]) return 0;
        try {
            return sharedSegment.await(from, step);
        } catch (RuntimeException e) {
            leaveOut(from, e);
            return 0;
        }
    }

    private OperandSource published(int from, int number, long first) {
        if (singleCopy.read(from, number, send.bytes()) instanceof Segment segment && segment.type() == send.type())
            return source.singleCopy(segment, elements(first));
        leaveOut(from, sharedSegment.left(ranks, from));
        return null;
    }

    private void leaveOut(int from, RuntimeException cause) {
        left[from] = true;
        fail(cause);
    }

    /** Looks at the envelope of another rank's operand. */
    private boolean accepts(int from, int block) {
        long bytes = sharedSegment.bytes(block);
        BasicType type = sharedSegment.type(block);
        if (bytes == send.bytes() && type == send.type()) {
            sharedSegment.compareMarks(block, from, ranks);
            return true;
        }
        left[from] = true;
        String gave = type.content(bytes, sharedSegment.objects(block));
        if (bytes > 0 && !type.matches(send.type())) mismatch(ErrorClass.TYPE, from, gave);
        else if (bytes > send.bytes()) mismatch(ErrorClass.TRUNCATE, from, gave);
        return false;
    }

    private void mismatch(ErrorClass errorClass, int from, String gave) {
        left[from] = true;
        ranks.mismatch(errorClass, from, gave, send.type().content(send.bytes(), 0));
    }
}
