package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.op.Reducer;

/** A reduction under way at one rank: what has been combined so far, and room for another rank's operand. */
final class Operands {
    private final Peers peers;
    private final Reducer op;
    private final Layout layout;
    private final int count;
    private final int base;
    private final int elements;
    private Buffer result;
    private Buffer other;

    /** Starts with this rank's own operand, which is copied: a reduction never writes to what is sent. */
    Operands(Peers peers, Buffer own, Reducer op) {
        this.peers = peers;
        this.op = op;
        this.layout = own.layout();
        this.count = own.count();
        this.base = -Math.min(0, layout.lowerBound());
        this.elements = count == 0 ? 0 : base + layout.span(count);
        this.result = room();
        peers.copy(own, result);
    }

    void send(int to) {
        peers.send(result, to);
    }

    /** Receives the result that another rank has computed. */
    void receive(int from) {
        peers.receive(result, from);
    }

    /** Combines with the operand of a higher rank: {@code own op other}. */
    void combineWithHigher(int from) {
        peers.receive(other(), from);
        combineHigher();
    }

    /** Combines with the operand of a lower rank: {@code other op own}. */
    void combineWithLower(int from) {
        peers.receive(other(), from);
        combine(other, result);
    }

    /** Exchanges operands with another rank, and combines them in the order of the two. */
    void exchangeAndCombine(int peer) {
        peers.exchange(result, peer, other(), peer);
        if (peer < peers.rank()) combine(other, result);
        else combineHigher();
    }

    void copyTo(Buffer receive) {
        peers.copy(result, receive);
    }

    private void combineHigher() {
        combine(result, other);
        Buffer spare = result;
        result = other;
        other = spare;
    }

    private void combine(Buffer in, Buffer inout) {
        op.combine(in.array(), base, inout.array(), base, count, layout);
    }

    private Buffer other() {
        if (other == null) other = room();
        return other;
    }

    private Buffer room() {
        return new Buffer(layout.type().newArray(elements), base, count, layout);
    }
}
