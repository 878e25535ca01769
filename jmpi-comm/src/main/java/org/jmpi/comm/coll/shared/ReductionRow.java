package org.jmpi.comm.coll.shared;

import java.nio.ByteBuffer;
import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.op.Reducer;

/**
 * The items that one rank combines: a range of the operands' items. They lie in the receive buffer, if it is as the
 * operands are, or in memory of this row, which is kept for the next reduction of such items.
 */
public final class ReductionRow {
    private Buffer ownMemory;
    private Buffer operandCopy;
    private Buffer row;
    private final Buffer operand = new Buffer();
    private final Buffer result = new Buffer();
    private Layout layout;
    private Reducer op;
    private boolean inReceive;
    private long first;
    private long start;
    private long items;
    private long most;
    private boolean started;

    /**
     * {@return whether a buffer can hold what is combined as operands like another one are}
     *
     * @param operand the other one
     * @param buffer the buffer
     */
    public static boolean isRowLike(Buffer operand, Buffer buffer) {
        return buffer.layout() == operand.layout()
                && buffer.count() == operand.count()
                && buffer.array() != null
                && buffer.array().getClass() == operand.type().arrayClass();
    }

    /**
     * {@return whether an operator may be given a buffer as it is}
     *
     * @param buffer the buffer
     */
    public static boolean isOperand(Buffer buffer) {
        return buffer.type() != BasicType.OBJECT && buffer.type().arrayClass().isInstance(buffer.array());
    }

    /**
     * Begins a reduction.
     *
     * @param operand this rank's operand
     * @param receive the receive buffer, if items can be combined there; else null
     * @param most the most items of a range
     */
    void begin(Buffer operand, Buffer receive, Reducer op, long most) {
        this.layout = operand.layout();
        this.op = op;
        this.inReceive = receive != null;
        this.most = most;
        this.row = receive;
    }

    private Buffer memory(Buffer kept) {
        return kept != null && kept.layout() == layout && kept.count() >= most ? kept : Buffer.allocate(layout, most);
    }

    /** Drops the references to the program's arrays, and to memory with gaps, which may be far longer than a slot. */
    void end() {
        if (layout != null && !layout.isContiguous()) ownMemory = operandCopy = null;
        operand.clear();
        result.clear();
        row = null;
        layout = null;
        op = null;
    }

    /** Returns whether the items lie in the receive buffer. */
    boolean isInReceive() {
        return inReceive;
    }

    /** Starts with another range of items, and without an operand. */
    void start(long firstItem, long numberOfItems) {
        if (!inReceive) row = ownMemory = memory(ownMemory);
        first = firstItem;
        start = inReceive ? firstItem : 0;
        items = numberOfItems;
        started = false;
    }

    long first() {
        return first;
    }

    long items() {
        return items;
    }

    /** Combines with the operand of the next lower rank. */
    @DontInline
    void combine(OperandSource source) {
        if (items == 0) return;
        if (started) combineWith(source);
        else source.copyTo(row.segment(), elements(start), elements(items));
        started = true;
    }

    private void combineWith(OperandSource source) {
        Buffer in = source.inPlace(layout, op);
        if (in != null) {
            combine(in, first);
            return;
        }
        operandCopy = memory(operandCopy);
        source.copyTo(operandCopy.segment(), 0, elements(items));
        combine(operandCopy, 0);
    }

    private void combine(Buffer in, long firstOfIn) {
        op.combine(
                operand.set(in.array(), in.offset() + firstOfIn * layout.extent(), items, layout),
                result.set(row.array(), row.offset() + start * layout.extent(), items, layout));
    }

    /** Copies the combined items to where they belong in the receive buffer, unless they lie there. */
    void copyTo(Buffer receive) {
        copyTo(receive, first);
    }

    /** Copies the combined items to the receive buffer, from an item of it on, unless they lie there. */
    void copyTo(Buffer receive, long item) {
        if (!inReceive) receive.segment().copy(row.segment(), elements(start), elements(item), elements(items));
    }

    /** Writes the combined items to a buffer that they fit into. */
    void pack(ByteBuffer target) {
        row.segment().pack(elements(start) * layout.type().width(), target);
    }

    private long elements(long numberOfItems) {
        return numberOfItems * layout.size();
    }
}
