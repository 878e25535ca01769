package org.jmpi.comm.coll.shared;

import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.op.Reducer;

/**
 * A reduction over a {@link SharedSegment}. Each rank posts a short operand whole, and each rank that gets the result
 * combines all operands. Of long operands each rank combines a part ({@link PipelinedReduction}).
 *
 * <p>Operands are combined from the last rank's to the first one's, so in the order of ranks, and the same at every
 * rank that combines them.
 */
public final class SegmentReduction {
    private final SharedSegment sharedSegment;
    private final OperandReader reader;
    private final ReductionRow row = new ReductionRow();
    private final PipelinedReduction pipelined;
    private final int rank;

    SegmentReduction(SharedSegment sharedSegment) {
        this.sharedSegment = sharedSegment;
        this.reader = new OperandReader(sharedSegment);
        this.pipelined = new PipelinedReduction(sharedSegment, reader, row);
        this.rank = sharedSegment.rank();
    }

    /**
     * Combines the operands of all ranks.
     *
     * @param ranks that take part
     * @param operand this rank's
     * @param receive where the result goes; null at a rank that gets none
     * @param op what combines two items
     */
    @DontInline
    public void run(SegmentRanks ranks, Buffer operand, Buffer receive, Reducer op) {
        Buffer send = isReadWhileWritten(operand, receive) ? copyOf(ranks, operand) : operand;
        boolean intoReceive = receive != null && ReductionRow.isRowLike(send, receive);
        long limit = Math.min(sharedSegment.content(), ranks.partsBytes());
        reader.begin(ranks, send);
        try {
            long most = Math.min(send.count(), sharedSegment.content() / Math.max(1, itemBytes(send)));
            row.begin(send, intoReceive ? receive : null, op, most);
            if (send.bytes() >= limit) pipelined.run(ranks, send, receive);
            else runWhole(send, receive);
            reader.raise();
        } finally {
            pipelined.end();
            end();
        }
    }

    /** Returns the bytes of an item. */
    static int itemBytes(Buffer operand) {
        return operand.layout().size() * operand.type().width();
    }

    /** Returns whether parts of the result are received before all of this rank's operand has been read. */
    private static boolean isReadWhileWritten(Buffer operand, Buffer receive) {
        return receive != null && receive.array() == operand.array() && receive.overlaps(operand);
    }

    private static Buffer copyOf(SegmentRanks ranks, Buffer operand) {
        Buffer copy = Buffer.allocate(operand.layout(), operand.count());
        ranks.copy(operand, copy);
        return copy;
    }

    private void runWhole(Buffer send, Buffer receive) {
        post(send);
        if (receive == null) return;
        row.start(0, send.count());
        combine(sharedSegment.size() - 1);
        row.copyTo(receive);
    }

    /**
     * Combines some items of the operands of the ranks up to one. Each operand fits into a slot.
     *
     * @param ranks that take part
     * @param send this rank's operand
     * @param receive where the result goes, from its first item on
     * @param op what combines two items
     * @param last the highest rank whose operand counts; -1 for none
     * @param first the first item
     * @param items the number of items
     */
    @DontInline
    public void runUpTo(SegmentRanks ranks, Buffer send, Buffer receive, Reducer op, int last, long first, long items) {
        reader.begin(ranks, send);
        try {
            boolean intoReceive = receive != null && items == send.count() && ReductionRow.isRowLike(send, receive);
            row.begin(send, intoReceive ? receive : null, op, items);
            post(send);
            if (last >= 0) {
                row.start(first, items);
                combine(last);
                row.copyTo(receive, 0);
            }
            reader.raise();
        } finally {
            end();
        }
    }

    private void post(Buffer send) {
        int length = (int) send.bytes();
        int own = sharedSegment.claim(0, SegmentLayout.ENVELOPE + length);
        sharedSegment.putEnvelope(own, send.type(), length, 0);
        if (length > 0) send.segment().pack(0, sharedSegment.content(own, length));
        sharedSegment.post(0, own, 0);
    }

    @DontInline
    private void combine(int last) {
        for (int from = last; from >= 0; from--) {
            OperandSource operand = from == rank ? reader.own(row.first()) : reader.whole(from, row.first());
            if (operand != null) row.combine(operand);
        }
    }

    private void end() {
        row.end();
        reader.end();
    }
}
