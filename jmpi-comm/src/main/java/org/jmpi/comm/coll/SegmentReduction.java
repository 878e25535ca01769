package org.jmpi.comm.coll;

import java.util.Arrays;
import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Reducer;

/**
 * A reduction over a {@link SharedSegment}. Each rank posts a short operand whole, and each rank that gets the result
 * combines all operands. A long operand is cut into portions, and a portion into a part for each rank, which combines
 * it; portions overlap in time:
 *
 * <pre>
 * step    0          2          1          4          3
 * post    operand 0  operand 1  result 0   operand 2  result 1  ...
 * read                          operand 0  result 0   operand 1 ...
 * </pre>
 *
 * <p>Ranks of one JVM publish long operands instead, and results that lie in the receive buffer. A rank reads both
 * through an {@link OperandSource}.
 *
 * <p>Operands are combined from the last rank's to the first one's, so in the order of ranks, and the same at every
 * rank that combines them. An operand of another length than this rank's own is left out, and noted as a mismatch if
 * longer.
 */
final class SegmentReduction {
    /** The numbers of the payloads that a rank publishes. */
    private static final int OPERAND = 0;

    private static final int RESULT = 1;

    private final SharedSegment sharedSegment;
    private final SegmentSingleCopy singleCopy;
    private final OperandSource source;
    private final ReductionRow row = new ReductionRow();
    private final int rank;
    private final int size;

    /** The ranks whose operands do not match, or do not come. */
    private final boolean[] left;

    /** The payloads that this rank publishes. */
    private Segment operand = new Segment();

    private Segment result = new Segment();

    private Peers peers;
    private Buffer send;
    private Buffer receive;
    private int itemBytes;
    private boolean publishes;

    /** Whether each rank posts its operand whole, and not the part for each rank. */
    private boolean wholePosted;

    /** The loss of a rank, thrown at the end: the other ranks wait for this one's steps. */
    private RuntimeException failure;

    /** The items of a portion. */
    private int portion;

    SegmentReduction(SharedSegment sharedSegment) {
        this.sharedSegment = sharedSegment;
        this.singleCopy = sharedSegment.singleCopy();
        this.source = new OperandSource(sharedSegment);
        this.rank = sharedSegment.rank();
        this.size = sharedSegment.size();
        this.left = new boolean[size];
    }

    private static long bytes(Layout layout) {
        return (long) layout.size() * layout.type().width();
    }

    /**
     * Combines the operands of all ranks.
     *
     * @param receive where the result goes; null at a rank that gets none
     */
    @DontInline
    void run(Peers ranks, Buffer operand, Buffer receive, Reducer op) {
        begin(ranks, operand, receive);
        try {
            beginRow(op);
            if (send.bytes() < Math.min(sharedSegment.content(), ranks.tuning().at(Tuning.Limit.SHARED_PARTS)))
                combineWhole();
            else combineParts();
            if (failure != null) throw failure;
        } finally {
            end();
        }
    }

    /**
     * Combines some items of the operands of the ranks up to one. Each operand fits into a slot.
     *
     * @param receive where the result goes, from its first item on
     * @param last the highest rank whose operand counts; -1 for none
     * @param first the first item
     * @param items the number of items
     */
    @DontInline
    void runUpTo(Peers ranks, Buffer operand, Buffer receive, Reducer op, int last, int first, int items) {
        begin(ranks, operand, receive);
        try {
            boolean intoReceive = receive != null && items == send.count() && Accumulator.isRowLike(send, receive);
            row.begin(send, intoReceive ? receive : null, op, items);
            postWhole();
            if (last >= 0) {
                row.start(first, items);
                combineOperands(0, last);
                row.copyTo(receive, 0);
            }
            if (failure != null) throw failure;
        } finally {
            end();
        }
    }

    private void begin(Peers ranks, Buffer operand, Buffer into) {
        peers = ranks;
        receive = into;
        send = operand;
        itemBytes = (int) bytes(operand.layout());
    }

    private void beginRow(Reducer op) {
        boolean intoReceive = receive != null && Accumulator.isRowLike(send, receive);
        int most = Math.min(send.count(), sharedSegment.content() / Math.max(1, itemBytes));
        row.begin(send, intoReceive ? receive : null, op, most);
        if (receive != null && receive.array() == send.array() && receive.overlaps(send)) copySend();
    }

    /** Parts of the result are to be received before all of this rank's operand has been read. */
    private void copySend() {
        Buffer copy = Accumulator.newRow(send.layout(), send.count());
        peers.copy(send, copy);
        send = copy;
    }

    private void end() {
        if (singleCopy.retract()) {
            operand = new Segment();
            result = new Segment();
        }
        operand.clear();
        result.clear();
        source.clear();
        row.end();
        failure = null;
        peers = null;
        send = null;
        receive = null;
        publishes = false;
        wholePosted = false;
        Arrays.fill(left, false);
    }

    // ---- the two algorithms ----

    private void combineWhole() {
        postWhole();
        if (receive == null) return;
        row.start(0, send.count());
        combineOperands(0, size - 1);
        row.copyTo(receive);
    }

    private void postWhole() {
        int length = (int) send.bytes();
        int own = sharedSegment.claim(0, SegmentLayout.ENVELOPE + length);
        putEnvelope(own);
        if (length > 0) send.segment().pack(0, sharedSegment.content(own, length));
        sharedSegment.post(0, own, 0);
        wholePosted = true;
    }

    @DontInline
    private void combineParts() {
        publishes = singleCopy.suit(send.bytes(), peers.tuning());
        if (publishes) publish();
        // A slot holds a part for each other rank, or, if operands are published, one part's result.
        portion = Math.max(1, (publishes ? sharedSegment.content() : sharedSegment.part()) / Math.max(1, itemBytes))
                * size;
        int portions = Math.max(1, (int) ((send.count() + portion - 1L) / portion));
        postOperand(0);
        for (int number = 0; number < portions; number++) {
            if (number + 1 < portions) postOperand(number + 1);
            row.start(partStart(number, rank), partItems(number, rank));
            combineOperands(number, size - 1);
            postResult(number);
            if (receive != null) readResults(number);
            if (number + 1 < portions) sharedSegment.pass(resultStep(number));
        }
        retractAfter(resultStep(portions - 1));
    }

    private static int operandStep(int portionNumber) {
        return 2 * portionNumber;
    }

    private static int resultStep(int portionNumber) {
        return 2 * portionNumber + 1;
    }

    /** Returns the first item of a rank's part; for the number of ranks, the end of the portion. */
    private int partStart(int number, int ofRank) {
        long start = (long) number * portion;
        return (int) (start + Math.min(portion, send.count() - start) * ofRank / size);
    }

    private int partItems(int number, int ofRank) {
        return partStart(number, ofRank + 1) - partStart(number, ofRank);
    }

    private long elements(int items) {
        return (long) items * send.layout().size();
    }

    @DontInline
    private void combineOperands(int number, int last) {
        for (int from = last; from >= 0; from--) {
            OperandSource theirs = from == rank ? own() : operand(from, number);
            if (theirs != null) row.combine(theirs);
        }
    }

    private void readResults(int number) {
        row.copyTo(receive);
        for (int i = 1; i < size; i++) {
            int from = rank + i < size ? rank + i : rank + i - size;
            OperandSource part = result(from, number);
            if (part == null) continue;
            part.copyTo(receive.segment(), elements(partStart(number, from)), elements(partItems(number, from)));
        }
    }

    // ---- what this rank gives ----

    private void publish() {
        operand.set(send.segment());
        singleCopy.publish(OPERAND, operand);
        if (!row.isInReceive()) return;
        result.set(receive.segment());
        singleCopy.publish(RESULT, result);
    }

    private void retractAfter(int lastStep) {
        try {
            singleCopy.retractAfter(sharedSegment.others(), lastStep);
        } catch (RuntimeException e) {
            if (failure == null) failure = e;
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
        int stride = SegmentLayout.ENVELOPE + sharedSegment.part();
        int blocks = sharedSegment.claim(operandStep(number), stride * (size - 1));
        for (int to = 0; to < size; to++) {
            if (to == rank) continue;
            int at = blocks + SegmentExchange.place(rank, to, stride);
            putEnvelope(at);
            int length = partItems(number, to) * itemBytes;
            if (length > 0)
                send.segment().pack((long) partStart(number, to) * itemBytes, sharedSegment.content(at, length));
        }
        sharedSegment.post(operandStep(number), blocks, stride);
    }

    private void postResult(int number) {
        if (publishes && row.isInReceive()) {
            postPublished(resultStep(number));
            return;
        }
        int length = row.items() * itemBytes;
        int at = sharedSegment.claim(resultStep(number), SegmentLayout.ENVELOPE + length);
        if (length > 0) row.pack(sharedSegment.content(at, length));
        sharedSegment.post(resultStep(number), at, 0);
    }

    private void putEnvelope(int block) {
        sharedSegment.putEnvelope(block, send.type(), send.bytes(), 0);
    }

    // ---- what this rank reads; null from a rank that is left out ----

    private OperandSource own() {
        return source.singleCopy(send.segment(), elements(row.first()));
    }

    private OperandSource operand(int from, int number) {
        long slot = await(from, operandStep(number));
        if (left[from]) return null;
        if (SharedSegment.isEmpty(slot)) return mismatch(ErrorClass.TYPE, from, "nothing");
        int block = SegmentExchange.block(slot, from, rank);
        if (number == 0 && !accepts(from, block)) return null;
        if (SharedSegment.isPublished(slot)) return published(from, OPERAND, row.first());
        return source.posted(block, wholePosted ? elements(row.first()) : 0);
    }

    private OperandSource result(int from, int number) {
        long slot = await(from, resultStep(number));
        if (left[from]) return null;
        if (SharedSegment.isPublished(slot)) return published(from, RESULT, partStart(number, from));
        return source.posted(SharedSegment.blocks(slot));
    }

    /** Returns what {@link SharedSegment#await} does; leaves out a rank that is gone, and awaits none that is left out. */
    private long await(int from, int step) {
        if (left[from]) return 0;
        try {
            return sharedSegment.await(from, step);
        } catch (RuntimeException e) {
            leaveOut(from, e);
            return 0;
        }
    }

    private OperandSource published(int from, int number, int first) {
        if (singleCopy.read(from, number, send.bytes()) instanceof Segment segment && segment.type() == send.type())
            return source.singleCopy(segment, elements(first));
        leaveOut(from, peers.left(from));
        return null;
    }

    private void leaveOut(int from, RuntimeException cause) {
        left[from] = true;
        if (failure == null) failure = cause;
    }

    /** Looks at the envelope of another rank's operand; one that does not match is left out. */
    private boolean accepts(int from, int block) {
        long bytes = sharedSegment.bytes(block);
        BasicType type = sharedSegment.type(block);
        if (bytes == send.bytes() && type == send.type()) return true;
        left[from] = true;
        String gave = type.content(bytes, sharedSegment.objects(block));
        if (bytes > 0 && !type.matches(send.type())) mismatch(ErrorClass.TYPE, from, gave);
        else if (bytes > send.bytes()) mismatch(ErrorClass.TRUNCATE, from, gave);
        return false;
    }

    private OperandSource mismatch(ErrorClass errorClass, int from, String gave) {
        left[from] = true;
        peers.mismatch(errorClass, from, gave, send.type().content(send.bytes(), 0));
        return null;
    }
}
