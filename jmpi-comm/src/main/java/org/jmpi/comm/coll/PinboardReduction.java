package org.jmpi.comm.coll;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.op.Reducer;

/**
 * A reduction over a {@link Pinboard}. Short operands each rank posts whole, and whoever wants the result combines all of them.
 * Long ones are cut into portions, and a portion into a part for each rank, which combines it; portions overlap in time:
 *
 * <pre>
 * step    0          2          1          4          3
 * post    operand 0  operand 1  result 0   operand 2  result 1  ...
 * read                          operand 0  result 0   operand 1 ...
 * </pre>
 *
 * <p>Between ranks of one JVM long operands are exposed instead, and so is a result which is combined where it is received.
 *
 * <p>Operands are combined from the last rank's to the first one's, so in the order of ranks, and the same at every rank
 * that combines them. An operand of another length than this rank's own is left out, and noted as a mismatch if longer.
 */
final class PinboardReduction {
    /** Instead of the cell of a rank that is gone. */
    private static final long NONE = 0;

    /** The numbers of what a rank exposes. */
    private static final int OPERAND = 0;

    private static final int RESULT = 1;

    private final Pinboard pinboard;
    private final PinboardExposures exposures;
    private final int rank;
    private final int size;
    private final Buffer[] scratch = new Buffer[2];
    private final Buffer theirs = new Buffer();

    /** Whose operands do not match, or do not come. */
    private final boolean[] left;

    /** What this rank exposes. */
    private Segment operand = new Segment();

    private Segment result = new Segment();

    private Peers peers;
    private Buffer send;
    private Buffer receive;
    private Reducer op;
    private int itemBytes;
    private boolean intoReceive;
    private boolean exposes;

    /** That a rank is gone is thrown in the end: the others count on this one's steps. */
    private RuntimeException failure;

    /** The items of a portion. */
    private int portion;

    /** What this rank combines: items of the operands, where in a row they are, and whether an operand is in it. */
    private Buffer row;

    private int rowFirst;
    private int rowStart;
    private int rowItems;
    private boolean rowStarted;

    PinboardReduction(Pinboard pinboard) {
        this.pinboard = pinboard;
        this.exposures = pinboard.exposures();
        this.rank = pinboard.rank();
        this.size = pinboard.size();
        this.left = new boolean[size];
    }

    /** Returns what {@link Peers#pinboard} does for a reduction: an item for each other rank must fit into a cell. */
    static Pinboard pinboard(Peers peers, Enum<?> shared, Buffer operand) {
        long cell = peers.tuning().at(Tuning.Limit.SHARED_CELL);
        if (operand.type() == BasicType.OBJECT) return null;
        return bytes(operand.layout()) <= Pinboard.part(peers.size(), cell) ? peers.pinboard(shared) : null;
    }

    private static long bytes(Layout layout) {
        return (long) layout.size() * layout.type().width();
    }

    /**
     * Combines the operands of all ranks.
     *
     * @param receive where the result goes; null at a rank that gets none
     */
    void run(Peers ranks, Buffer operand, Buffer receive, Reducer op) {
        this.peers = ranks;
        this.op = op;
        this.receive = receive;
        this.send = operand;
        this.itemBytes = (int) bytes(operand.layout());
        try {
            if (send.bytes() < Math.min(pinboard.content(), ranks.tuning().at(Tuning.Limit.SHARED_PARTS)))
                combineWhole();
            else combineParts();
            if (failure != null) throw failure;
        } finally {
            end();
        }
    }

    private void beginResult() {
        intoReceive = Operands.isRowLike(send, receive);
        if (receive.array() == send.array() && receive.overlaps(send)) copySend();
    }

    /** Parts of the result are to be received before all of this rank's operand has been read. */
    private void copySend() {
        Buffer copy = Operands.newRow(send.layout(), send.count());
        peers.copy(send, copy);
        send = copy;
    }

    private void end() {
        // Rows with gaps may be far longer than a cell.
        if (!send.layout().isContiguous()) Arrays.fill(scratch, null);
        if (exposures.withdraw()) {
            operand = new Segment();
            result = new Segment();
        }
        operand.clear();
        result.clear();
        failure = null;
        peers = null;
        send = null;
        receive = null;
        op = null;
        row = null;
        intoReceive = exposes = false;
        Arrays.fill(left, false);
    }

    // ---- short operands ----

    private void combineWhole() {
        int length = (int) send.bytes();
        int own = pinboard.claim(0, Pinboard.ENVELOPE + length);
        putEnvelope(own);
        if (length > 0) send.segment().pack(0, pinboard.content(own, length));
        pinboard.post(0, own, 0);
        if (receive == null) return;
        beginResult();
        startRow(0, send.count());
        for (int from = size - 1; from >= 0; from--) {
            if (from == rank) combineOwn();
            else combineFrom(from, await(from, 0), 0);
        }
        if (!intoReceive) peers.copy(row.items(0, rowItems), receive);
    }

    // ---- long operands ----

    private void combineParts() {
        if (receive != null) beginResult();
        exposes = exposures.suit(send.bytes(), peers.tuning());
        if (exposes) expose();
        // A cell holds a part for each other rank, or, if operands are exposed, one part's result.
        portion = Math.max(1, (exposes ? pinboard.content() : pinboard.part()) / Math.max(1, itemBytes)) * size;
        int portions = Math.max(1, (int) ((send.count() + portion - 1L) / portion));
        postOperand(0);
        for (int number = 0; number < portions; number++) {
            if (number + 1 < portions) postOperand(number + 1);
            combinePart(number);
            postResult(number);
            if (receive != null) readResults(number);
            if (number + 1 < portions) pinboard.pass(resultStep(number));
        }
        hide(resultStep(portions - 1));
    }

    private void expose() {
        operand.set(send.segment());
        exposures.expose(OPERAND, operand);
        if (!intoReceive) return;
        result.set(receive.segment());
        exposures.expose(RESULT, result);
    }

    private void hide(int lastStep) {
        try {
            exposures.hide(pinboard.others(), lastStep);
        } catch (RuntimeException e) {
            if (failure == null) failure = e;
        }
    }

    /** Returns what {@link Pinboard#await} does, or leaves out a rank that is gone. */
    private long await(int from, int step) {
        try {
            return pinboard.await(from, step);
        } catch (RuntimeException e) {
            leaveOut(from, e);
            return NONE;
        }
    }

    private void leaveOut(int from, RuntimeException cause) {
        left[from] = true;
        if (failure == null) failure = cause;
    }

    private void postExposed(int step) {
        int at = pinboard.claim(step, Pinboard.ENVELOPE);
        putEnvelope(at);
        pinboard.postExposed(step, at, 0);
    }

    private static int operandStep(int portionNumber) {
        return 2 * portionNumber;
    }

    private static int resultStep(int portionNumber) {
        return 2 * portionNumber + 1;
    }

    /** Returns where the part of a rank starts; for the number of ranks, where the portion ends. */
    private int partStart(int number, int ofRank) {
        long start = (long) number * portion;
        return (int) (start + Math.min(portion, send.count() - start) * ofRank / size);
    }

    private void postOperand(int number) {
        if (exposes) {
            postExposed(operandStep(number));
            return;
        }
        int stride = Pinboard.ENVELOPE + pinboard.part();
        int blocks = pinboard.claim(operandStep(number), stride * (size - 1));
        for (int to = 0; to < size; to++) {
            if (to == rank) continue;
            int at = blocks + PinboardExchange.place(rank, to, stride);
            putEnvelope(at);
            long first = (long) partStart(number, to) * itemBytes;
            int length = (int) ((long) partStart(number, to + 1) * itemBytes - first);
            if (length > 0) send.segment().pack(first, pinboard.content(at, length));
        }
        pinboard.post(operandStep(number), blocks, stride);
    }

    private void combinePart(int number) {
        int first = partStart(number, rank);
        startRow(first, partStart(number, rank + 1) - first);
        for (int from = size - 1; from >= 0; from--) {
            if (from == rank) combineOwn();
            else if (!left[from]) combineFrom(from, await(from, operandStep(number)), number);
        }
    }

    private void postResult(int number) {
        if (exposes && intoReceive) {
            postExposed(resultStep(number));
            return;
        }
        int at = pinboard.claim(resultStep(number), Pinboard.ENVELOPE + rowItems * itemBytes);
        packRow(at);
        pinboard.post(resultStep(number), at, 0);
    }

    private void readResults(int number) {
        if (!intoReceive) keepResult();
        for (int i = 1; i < size; i++) {
            int from = rank + i < size ? rank + i : rank + i - size;
            if (left[from]) continue;
            long cell = await(from, resultStep(number));
            if (Pinboard.isExposed(cell)) takeResult(number, from);
            else if (cell != NONE) readResult(number, from, Pinboard.blocks(cell));
        }
    }

    private void keepResult() {
        receive.segment().copy(rowElements(), elements(rowStart), elements(rowFirst), elements(rowItems));
    }

    private void takeResult(int number, int from) {
        Segment theirResult = read(from, RESULT);
        if (theirResult == null) return;
        long first = elements(partStart(number, from));
        receive.segment().copy(theirResult, first, first, elements(partStart(number, from + 1)) - first);
    }

    private void readResult(int number, int from, int at) {
        long first = (long) partStart(number, from) * itemBytes;
        int length = (int) ((long) partStart(number, from + 1) * itemBytes - first);
        if (length > 0) receive.segment().unpack(first, pinboard.content(at, length));
    }

    // ---- the row that is combined: the receive buffer's, if it may be, or one of its own ----

    private void startRow(int first, int items) {
        rowFirst = first;
        rowItems = items;
        rowStarted = false;
        row = intoReceive ? receive : scratch(1);
        rowStart = intoReceive ? first : 0;
    }

    private void combineOwn() {
        if (rowItems == 0) return;
        if (!rowStarted) copyOwn(row, rowStart);
        else if (Operands.isOperand(send)) combine(send, rowFirst);
        else {
            copyOwn(scratch(0), 0);
            combine(scratch(0), 0);
        }
        rowStarted = true;
    }

    private void copyOwn(Buffer target, int first) {
        target.segment().copy(send.segment(), elements(rowFirst), elements(first), elements(rowItems));
    }

    private long elements(int items) {
        return (long) items * send.layout().size();
    }

    private void combineFrom(int from, long cell, int number) {
        if (cell == NONE) return;
        if (Pinboard.isEmpty(cell)) {
            left[from] = true;
            mismatch(ErrorClass.TYPE, from, "nothing");
            return;
        }
        int block = PinboardExchange.block(cell, from, rank);
        if (number == 0 && !accepts(from, block) || rowItems == 0) return;
        if (Pinboard.isExposed(cell)) combineExposed(from);
        else combinePosted(block);
    }

    private void combineExposed(int from) {
        Segment theirOperand = read(from, OPERAND);
        if (theirOperand == null) return;
        theirs.set(theirOperand);
        if (!rowStarted) {
            rowElements().copy(theirOperand, elements(rowFirst), elements(rowStart), elements(rowItems));
        } else if (theirs.layout() == send.layout() && Operands.isOperand(theirs) && op instanceof Predefined) {
            combine(theirs, rowFirst);
        } else {
            // A copy for a program's own operator, too: it may write where it should not.
            scratch(0).segment().copy(theirOperand, elements(rowFirst), 0, elements(rowItems));
            combine(scratch(0), 0);
        }
        rowStarted = true;
        theirs.clear();
    }

    /** Returns what another rank exposes, or leaves it out. */
    private Segment read(int from, int number) {
        if (exposures.read(from, number, send.bytes()) instanceof Segment segment && segment.type() == send.type())
            return segment;
        leaveOut(from, peers.left(from));
        return null;
    }

    private void combinePosted(int block) {
        ByteBuffer content = pinboard.content(block, rowItems * itemBytes);
        if (!rowStarted) rowElements().unpack((long) rowStart * itemBytes, content);
        else {
            scratch(0).segment().unpack(0, content);
            combine(scratch(0), 0);
        }
        rowStarted = true;
    }

    private void combine(Buffer in, int first) {
        int extent = send.layout().extent();
        op.combine(
                in.array(),
                in.offset() + first * extent,
                row.array(),
                row.offset() + rowStart * extent,
                rowItems,
                send.layout());
    }

    private Segment rowElements() {
        return row.segment();
    }

    private void packRow(int block) {
        int length = rowItems * itemBytes;
        if (length > 0) rowElements().pack((long) rowStart * itemBytes, pinboard.content(block, length));
    }

    /** Returns memory for all items, or as many as a cell holds; kept for the next operation on such items. */
    private Buffer scratch(int number) {
        Buffer kept = scratch[number];
        int items = Math.min(send.count(), pinboard.content() / Math.max(1, itemBytes));
        if (kept == null || kept.layout() != send.layout() || kept.count() < items) {
            kept = Operands.newRow(send.layout(), items);
            scratch[number] = kept;
        }
        return kept;
    }

    private void putEnvelope(int block) {
        pinboard.putEnvelope(block, send.type(), send.bytes(), 0);
    }

    /** Looks at the envelope of another rank's operand; one that does not match is left out. */
    private boolean accepts(int from, int block) {
        long bytes = pinboard.bytes(block);
        BasicType type = pinboard.type(block);
        if (bytes == send.bytes() && type == send.type()) return true;
        left[from] = true;
        String gave = type.content(bytes, pinboard.objects(block));
        if (bytes > 0 && !type.matches(send.type())) mismatch(ErrorClass.TYPE, from, gave);
        else if (bytes > send.bytes()) mismatch(ErrorClass.TRUNCATE, from, gave);
        return false;
    }

    private void mismatch(ErrorClass errorClass, int from, String gave) {
        peers.mismatch(errorClass, from, gave, send.type().content(send.bytes(), 0));
    }
}
