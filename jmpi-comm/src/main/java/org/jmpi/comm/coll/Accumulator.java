package org.jmpi.comm.coll;

import org.jmpi.comm.coll.shared.ReductionRow;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.ScheduleBuilder;

/**
 * A reduction under way at one rank: what has been combined so far, and room for another rank's operand.
 *
 * <p>The result starts as the send buffer, which is never written to. The first room that is needed is the receive
 * buffer if it may be used for that, so that many a reduction needs no memory of its own and no copy.
 */
final class Accumulator {
    private final ScheduleBuilder builder;
    private final Reducer op;
    private final Layout layout;
    private final long count;
    private final Buffer send;
    private final Buffer receive;
    private final boolean receiveIsRoom;
    private boolean receiveTaken;
    private Buffer result;
    private Buffer spare;

    /**
     * @param send this rank's own operand
     * @param receive where the result is to go; null at a rank that gets none
     */
    Accumulator(ScheduleBuilder builder, Buffer send, Buffer receive, Reducer op) {
        this(builder, send, send, receive, op);
    }

    /**
     * @param own this rank's own operand
     * @param send the same, unless it may be written to
     */
    private Accumulator(ScheduleBuilder builder, Buffer own, Buffer send, Buffer receive, Reducer op) {
        this.builder = builder;
        this.op = op;
        this.layout = own.layout();
        this.count = own.count();
        this.send = send;
        this.receive = receive;
        this.receiveIsRoom = receive != null && isRoom(receive);
        this.result = own;
    }

    /** Starts with a copy of this rank's own operand, which may be written to. */
    static Accumulator ofCopy(ScheduleBuilder builder, Buffer copy, Reducer op) {
        return new Accumulator(builder, copy, null, null, op);
    }

    /**
     * Checks what a reduction is given.
     *
     * @param name of the buffer, for the message
     * @throws CommException of class BUFFER, COUNT, TYPE or ARG; OP if there is no operator or it is not for this type
     */
    static void check(String name, Buffer send, Reducer op) {
        send.check(name);
        if (!ScheduleBuilder.fits(send.layout().span(send.count())))
            throw new CommException(
                    ErrorClass.COUNT,
                    "operands do not fit into one array: count=" + send.count() + ", datatype=" + send.layout());
        if (op == null) throw new CommException(ErrorClass.OP, "operator is null");
        op.check(send.layout());
    }

    private boolean isRoom(Buffer buffer) {
        return buffer.array() != send.array() && ReductionRow.isRowLike(send, buffer);
    }

    /** Returns room that is not in use: the receive buffer first. */
    Buffer room() {
        if (!receiveIsRoom || receiveTaken) return builder.room(layout, count);
        receiveTaken = true;
        return receive;
    }

    private Buffer spare() {
        if (spare == null) spare = room();
        return spare;
    }

    /** Returns this rank's own operand as an operator may be given it: objects are copied, since it may keep them. */
    Buffer own() {
        if (ReductionRow.isOperand(send)) return send;
        Buffer copy = builder.room(layout, count);
        builder.copy(send, copy);
        return copy;
    }

    /** Returns the number of items of an operand. */
    long count() {
        return count;
    }

    Buffer result() {
        return result;
    }

    void send(int to) {
        builder.send(result, to);
        builder.fence();
    }

    /** Receives the result that another rank has computed. */
    void receive(int from) {
        if (result == send) result = spare();
        builder.receive(result, from);
        builder.fence();
    }

    /** Combines with another rank's operand. */
    void combineWith(int from) {
        builder.receive(spare(), from);
        builder.fence();
        combine(from, 0, count, op.isCommutative());
    }

    /**
     * Exchanges operands with another rank; both combine them in the order of the two, so that they get the same bits.
     */
    void exchangeAndCombine(int peer) {
        builder.exchange(result, peer, spare(), peer);
        combine(peer, 0, count, false);
    }

    /** Gives another rank some blocks of the result, and combines as many others with what that one gives. */
    void exchangeAndCombine(int peer, Partition partition, int give, int keep, int count) {
        builder.exchange(
                partition.blocks(result, give, give + count),
                peer,
                partition.blocks(spare(), keep, keep + count),
                peer);
        long first = partition.start(keep);
        combine(peer, first, partition.start(keep + count) - first, op.isCommutative());
    }

    /** Sends something to one rank, and combines with another one's operand. */
    void exchangeAndCombine(Buffer given, int to, int from) {
        builder.exchange(given, to, spare(), from);
        combine(from, 0, count, op.isCommutative());
    }

    /** Combines items of the result with those in the spare room; no other items of the result count from now on. */
    private void combine(int from, long first, long items, boolean anyOrder) {
        boolean lower = from < builder.rank();
        if (result == send && (lower && !anyOrder || !ReductionRow.isOperand(send))) {
            result = room();
            builder.copy(send.items(first, items), result.items(first, items));
        }
        if (result != send && (lower || anyOrder)) {
            combine(spare, result, first, items);
            return;
        }
        combine(result, spare, first, items);
        Buffer free = result == send ? null : result;
        result = spare;
        spare = free;
    }

    /** Combines items of two rows: {@code inout = in op inout}. */
    void combine(Buffer in, Buffer inout, long first, long items) {
        builder.combine(in.items(first, items), inout.items(first, items));
    }

    /** Moves one block of the result, the only one that counts, to where the others are to be received. */
    void settle(Partition partition, int block) {
        if (!receiveIsRoom || result == receive) return;
        builder.copy(partition.block(result, block), partition.block(receive, block));
        result = receive;
        spare = null;
        receiveTaken = true;
    }

    /** Brings the result to the receive buffer. */
    void finish() {
        finish(result);
    }

    /** Brings a result to the receive buffer. */
    void finish(Buffer row) {
        if (receive != null && row != receive) builder.copy(row, receive);
    }
}
