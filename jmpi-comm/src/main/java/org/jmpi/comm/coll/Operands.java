package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Reducer;

/** A reduction under way at one rank: what has been combined so far, and room for another rank's operand. */
final class Operands {
    private final Peers peers;
    private final int count;
    private final Layout layout;
    private final Reducer op;
    private final int base;
    private final int elements;
    private Object result;
    private Object other;

    /** Starts with this rank's own operand, which is copied: a reduction never writes to what is sent. */
    Operands(Peers peers, Object sendbuf, int sendoffset, int count, Layout layout, Reducer op) {
        this.peers = peers;
        this.count = count;
        this.layout = layout;
        this.op = op;
        long low = Math.min(0, layout.low(count));
        long span = Math.max(0, layout.high(count)) - low;
        if (span > Integer.MAX_VALUE)
            throw new CommException(ErrorClass.COUNT, "count too large for a reduction: " + count + " of " + layout);
        this.base = (int) -low;
        this.elements = (int) span;
        this.result = layout.type().newArray(elements);
        peers.copy(sendbuf, sendoffset, count, layout, result, base, count, layout);
    }

    void send(int to) {
        peers.send(result, base, count, layout, to);
    }

    /** Receives the result that another rank has computed. */
    void receive(int from) {
        peers.receive(result, base, count, layout, from);
    }

    /** Combines with the operand of a higher rank: {@code own op other}. */
    void combineWithHigher(int from) {
        peers.receive(room(), base, count, layout, from);
        combineHigher();
    }

    /** Combines with the operand of a lower rank: {@code other op own}. */
    void combineWithLower(int from) {
        peers.receive(room(), base, count, layout, from);
        op.combine(other, base, result, base, count, layout);
    }

    /** Exchanges operands with another rank, and combines them in the order of the two. */
    void exchangeAndCombine(int peer) {
        peers.exchange(result, base, count, peer, room(), base, count, peer, layout);
        if (peer < peers.rank()) op.combine(other, base, result, base, count, layout);
        else combineHigher();
    }

    void copyTo(Object recvbuf, int recvoffset) {
        peers.copy(result, base, count, layout, recvbuf, recvoffset, count, layout);
    }

    private void combineHigher() {
        op.combine(result, base, other, base, count, layout);
        Object spare = result;
        result = other;
        other = spare;
    }

    private Object room() {
        if (other == null) other = layout.type().newArray(elements);
        return other;
    }
}
