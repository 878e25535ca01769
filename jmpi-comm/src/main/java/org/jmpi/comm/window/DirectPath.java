package org.jmpi.comm.window;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.operation.RequestPool;
import org.jmpi.comm.progress.ProgressEngine;

/** Loads and stores of memory that this rank shares with the target. Each access is complete when it returns. */
final class DirectPath implements Path {
    private final WindowMemory memory;
    private final WindowLayer layer;
    private final ProgressEngine engine;
    private final int rank;

    /**
     * @param layer has objects for use again
     * @param rank this rank in the world
     */
    DirectPath(WindowMemory memory, WindowLayer layer, ProgressEngine engine, int rank) {
        this.memory = memory;
        this.layer = layer;
        this.engine = engine;
        this.rank = rank;
    }

    /** An access to the items of a target. */
    private interface Access {
        void to(Segment target);
    }

    private void locate(TargetItems items, Access access) {
        Buffer located = layer.buffers.take();
        try {
            memory.locate(items, located);
            access.to(located.segment());
        } finally {
            located.clear();
            layer.buffers.give(located);
        }
    }

    @Override
    public void put(Segment origin, TargetItems items, WindowOperation request) {
        locate(items, target -> target.copy(origin));
    }

    @Override
    public void get(Segment origin, TargetItems items, WindowOperation request) {
        locate(items, origin::copy);
    }

    @Override
    public void accumulate(Segment origin, TargetItems items, Predefined op, WindowOperation request) {
        getAccumulate(origin, null, items, op, request);
    }

    @Override
    public void getAccumulate(
            Segment origin, Segment result, TargetItems items, Predefined op, WindowOperation request) {
        locate(items, target -> combine(target, origin, result, items, op));
    }

    private void combine(Segment target, Segment origin, Segment result, TargetItems items, Predefined op) {
        RequestPool<Combination> pool = layer.combinations.get(target.type().ordinal());
        Combination combination = pool.take().set(memory, target, op, result != null);
        for (long at = 0; at < items.elements(); at += Combination.MOST_ELEMENTS) {
            Segment operands = combination.begin(at, items.elements());
            if (operands != null) operands.copy(origin, at, 0, operands.elements());
            Segment before = combination.run(engine, rank);
            if (before != null) result.copy(before, 0, at, before.elements());
        }
        combination.clear();
        pool.give(combination);
    }

    @Override
    public void compareAndSwap(Segment origin, Segment compare, Segment result, TargetItems items) {
        locate(
                items,
                target -> result.setBits(memory.compareAndSwap(target, compare.bits(), origin.bits(), engine, rank)));
    }

    @Override
    public boolean isAccessing() {
        return false;
    }

    @Override
    public void flush(WindowOperation flush) {}

    @Override
    public CommException failure() {
        return null;
    }

    @Override
    public boolean isReading() {
        return false;
    }
}
