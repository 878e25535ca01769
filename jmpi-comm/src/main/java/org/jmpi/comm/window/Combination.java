package org.jmpi.comm.window;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.progress.ProgressEngine;

/** The elements of one accumulate, some at a time: so many that they stay in the first-level cache. */
final class Combination {
    /** A whole number of pairs. */
    static final int MOST_ELEMENTS = 1024;

    private final WindowMemory memory;
    private final Segment target;
    private final Predefined op;
    private final Buffer operands;
    private final Buffer before;
    private final Buffer combined;
    private long first;

    /**
     * @param target the items
     * @param reads whether the elements are asked for as they were
     */
    Combination(WindowMemory memory, Segment target, Predefined op, boolean reads) {
        int most = (int) Math.min(MOST_ELEMENTS, target.elements());
        boolean combines = op != Predefined.REPLACE && op != Predefined.NO_OP;
        this.memory = memory;
        this.target = target;
        this.op = op;
        this.operands = op == Predefined.NO_OP ? null : Buffer.allocate(target.type(), most);
        this.before = reads ? Buffer.allocate(target.type(), most) : null;
        this.combined = combines ? Buffer.allocate(target.type(), most) : null;
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
        resize(operands, elements);
        resize(before, elements);
        resize(combined, elements);
        return operands == null ? null : operands.segment();
    }

    private static void resize(Buffer buffer, int elements) {
        if (buffer != null && buffer.count() != elements) buffer.count(elements);
    }

    /**
     * Combines these elements.
     *
     * @param engine of the calling rank
     * @param rank the calling rank, in the world
     * @return the elements as they were; null if nobody asks
     */
    Segment run(ProgressEngine engine, int rank) {
        memory.lock(engine, rank);
        try {
            if (before != null) before.segment().copy(target, first, 0, before.count());
            if (combined != null) {
                combined.segment().copy(target, first, 0, operands.count());
                op.combine(operands, combined);
                target.copy(combined.segment(), 0, first, operands.count());
            } else if (operands != null) target.copy(operands.segment(), 0, first, operands.count());
        } finally {
            memory.unlock();
        }
        return before == null ? null : before.segment();
    }
}
