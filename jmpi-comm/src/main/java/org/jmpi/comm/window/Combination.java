package org.jmpi.comm.window;

import java.util.Arrays;
import java.util.List;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.operation.RequestPool;
import org.jmpi.comm.progress.ProgressEngine;

/**
 * The elements of one accumulate, some at a time: so many that they stay in the first-level cache. The object is used
 * again for elements of the same type.
 */
final class Combination {
    /** A whole number of pairs. */
    static final int MOST_ELEMENTS = 1024;

    private final Buffer operands;
    private final Buffer before;
    private final Buffer combined;
    private WindowMemory memory;
    private Segment target;
    private Predefined op;
    private boolean reads;
    private long first;

    private Combination(BasicType type) {
        operands = Buffer.allocate(type, MOST_ELEMENTS);
        before = Buffer.allocate(type, MOST_ELEMENTS);
        combined = Buffer.allocate(type, MOST_ELEMENTS);
    }

    /** Returns one pool for each type. */
    static List<RequestPool<Combination>> pools() {
        return Arrays.stream(BasicType.values())
                .map(type -> new RequestPool<Combination>(pool -> new Combination(type)))
                .toList();
    }

    /**
     * Sets what is combined; returns this.
     *
     * @param items the target's
     * @param isRead whether the elements are asked for as they were
     */
    Combination set(WindowMemory newMemory, Segment items, Predefined newOp, boolean isRead) {
        memory = newMemory;
        target = items;
        op = newOp;
        reads = isRead;
        return this;
    }

    /** Drops the references to the target. */
    void clear() {
        memory = null;
        target = null;
    }

    /**
     * Begins some of the elements.
     *
     * @param at the first one's number
     * @param end of the elements
     * @return takes the operands; null if there are none
     */
    Segment begin(long at, long end) {
        first = at;
        int elements = (int) Math.min(MOST_ELEMENTS, end - at);
        for (Buffer each : new Buffer[] {operands, before, combined})
            if (each.count() != elements) each.count(elements);
        return op == Predefined.NO_OP ? null : operands.segment();
    }

    /**
     * Combines these elements.
     *
     * @param engine of the calling rank
     * @param rank the calling rank, in the world
     * @return the elements as they were; null if the call fetches none
     */
    Segment run(ProgressEngine engine, int rank) {
        memory.lock(engine, rank);
        try {
            if (reads) before.segment().copy(target, first, 0, before.count());
            if (op == Predefined.REPLACE) target.copy(operands.segment(), 0, first, operands.count());
            else if (op != Predefined.NO_OP) {
                combined.segment().copy(target, first, 0, operands.count());
                op.combine(operands, combined);
                target.copy(combined.segment(), 0, first, operands.count());
            }
        } finally {
            memory.unlock();
        }
        return reads ? before.segment() : null;
    }
}
