package org.jmpi.comm.coll.shared;

import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Segment;

/**
 * A reduction of long operands over a {@link SharedSegment}. An operand is cut into portions, and a portion into a part
 * for each rank, which combines it; portions overlap in time:
 *
 * <pre>
 * step    0          2          1          4          3
 * post    operand 0  operand 1  result 0   operand 2  result 1  ...
 * read                          operand 0  result 0   operand 1 ...
 * </pre>
 *
 * <p>Ranks of one JVM publish long operands instead, and results that lie in the receive buffer. A rank reads both
 * through an {@link OperandSource}.
 */
final class PipelinedReduction {
    private final SharedSegment sharedSegment;
    private final SegmentSingleCopy singleCopy;
    private final OperandReader reader;
    private final ReductionRow row;
    private final int rank;
    private final int size;

    /** The payloads that this rank publishes. */
    private Segment operand = new Segment();

    private Segment result = new Segment();

    private Buffer send;
    private Buffer receive;
    private int itemBytes;
    private boolean publishes;

    /** The items of a portion. */
    private int portion;

    PipelinedReduction(SharedSegment sharedSegment, OperandReader reader, ReductionRow row) {
        this.sharedSegment = sharedSegment;
        this.singleCopy = sharedSegment.singleCopy();
        this.reader = reader;
        this.row = row;
        this.rank = sharedSegment.rank();
        this.size = sharedSegment.size();
    }

    /**
     * Combines the operands of all ranks.
     *
     * @param into where the result goes; null at a rank that gets none
     */
    @DontInline
    void run(SegmentRanks ranks, Buffer operand, Buffer into) {
        send = operand;
        receive = into;
        itemBytes = SegmentReduction.itemBytes(operand);
        publishes = singleCopy.suit(send.bytes(), ranks);
        if (publishes) publish();
        // A slot holds a part for each other rank, or, if operands are published, one part's result.
        int partBytes = publishes ? sharedSegment.content() : sharedSegment.contentPerRank();
        portion = Math.max(1, partBytes / Math.max(1, itemBytes)) * size;
        int portions = Math.max(1, (int) ((send.count() + portion - 1) / portion));
        postOperand(0);
        for (int number = 0; number < portions; number++) {
            if (number + 1 < portions) postOperand(number + 1);
            row.start(partStart(number, rank), partItems(number, rank));
            combine(number);
            postResult(number);
            if (receive != null) readResults(number);
            if (number + 1 < portions) sharedSegment.pass(resultStep(number));
        }
        retractAfter(resultStep(portions - 1));
    }

    /** Drops the references to the program's arrays. */
    void end() {
        if (send == null) return;
        if (singleCopy.retract()) {
            operand = new Segment();
            result = new Segment();
        }
        operand.clear();
        result.clear();
        send = null;
        receive = null;
        publishes = false;
    }

    private static int operandStep(int portionNumber) {
        return 2 * portionNumber;
    }

    private static int resultStep(int portionNumber) {
        return 2 * portionNumber + 1;
    }

    /** Returns the first item of a rank's part; for the number of ranks, the end of the portion. */
    private long partStart(int number, int ofRank) {
        long start = (long) number * portion;
        return start + Math.min(portion, send.count() - start) * ofRank / size;
    }

    private long partItems(int number, int ofRank) {
        return partStart(number, ofRank + 1) - partStart(number, ofRank);
    }

    private long elements(long items) {
        return items * send.layout().size();
    }

    @DontInline
    private void combine(int number) {
        long first = row.first();
        for (int from = size - 1; from >= 0; from--) {
            OperandSource theirs = from == rank ? reader.own(first) : reader.part(from, operandStep(number), first);
            if (theirs != null) row.combine(theirs);
        }
    }

    private void readResults(int number) {
        row.copyTo(receive);
        for (int i = 1; i < size; i++) {
            int from = rank + i < size ? rank + i : rank + i - size;
            long first = partStart(number, from);
            OperandSource part = reader.result(from, resultStep(number), first);
            if (part != null) part.copyTo(receive.segment(), elements(first), elements(partItems(number, from)));
        }
    }

    private void publish() {
        operand.set(send.segment());
        singleCopy.publish(OperandReader.OPERAND, operand);
        if (!row.isInReceive()) return;
        result.set(receive.segment());
        singleCopy.publish(OperandReader.RESULT, result);
    }

    private void retractAfter(int lastStep) {
        try {
            singleCopy.retractAfter(sharedSegment.others(), lastStep);
        } catch (RuntimeException e) {
            reader.fail(e);
        }
    }

    private void postPublished(int step) {
        int at = sharedSegment.claim(step, SegmentLayout.ENVELOPE);
        putEnvelope(at);
        sharedSegment.postPublished(step, at, 0);
    }

    private void postOperand(int number) {
        if (publishes) {
            postPublished(operandStep(number));
            return;
        }
        int stride = SegmentLayout.ENVELOPE + sharedSegment.contentPerRank();
        int blocks = sharedSegment.claim(operandStep(number), stride * (size - 1));
        for (int to = 0; to < size; to++) {
            if (to == rank) continue;
            int at = blocks + SegmentExchange.blockOffset(rank, to, stride);
            putEnvelope(at);
            int length = (int) partItems(number, to) * itemBytes;
            if (length > 0) send.segment().pack(partStart(number, to) * itemBytes, sharedSegment.content(at, length));
        }
        sharedSegment.post(operandStep(number), blocks, stride);
    }

    private void postResult(int number) {
        if (publishes && row.isInReceive()) {
            postPublished(resultStep(number));
            return;
        }
        int length = (int) row.items() * itemBytes;
        int at = sharedSegment.claim(resultStep(number), SegmentLayout.ENVELOPE + length);
        if (length > 0) row.pack(sharedSegment.content(at, length));
        sharedSegment.post(resultStep(number), at, 0);
    }

    private void putEnvelope(int block) {
        sharedSegment.putEnvelope(block, send.type(), send.bytes(), 0);
    }
}
