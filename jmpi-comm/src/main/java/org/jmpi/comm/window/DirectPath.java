package org.jmpi.comm.window;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.progress.ProgressEngine;

/** Loads and stores of memory that this rank shares with the target. Each access is complete when it returns. */
final class DirectPath implements Path {
    private final WindowMemory memory;
    private final ProgressEngine engine;
    private final int rank;

    /** @param rank this rank in the world */
    DirectPath(WindowMemory memory, ProgressEngine engine, int rank) {
        this.memory = memory;
        this.engine = engine;
        this.rank = rank;
    }

    private Segment locate(Place place) {
        Buffer target = new Buffer();
        memory.locate(place, target);
        return target.segment();
    }

    @Override
    public void put(Segment origin, Place place, WindowOperation request) {
        locate(place).copy(origin);
    }

    @Override
    public void get(Segment origin, Place place, WindowOperation request) {
        origin.copy(locate(place));
    }

    @Override
    public void accumulate(Segment origin, Place place, Predefined op, WindowOperation request) {
        getAccumulate(origin, null, place, op, request);
    }

    @Override
    public void getAccumulate(Segment origin, Segment result, Place place, Predefined op, WindowOperation request) {
        Combination combination = new Combination(memory, locate(place), op, result != null);
        for (long at = 0; at < place.elements(); at += Combination.MOST_ELEMENTS) {
            Segment operands = combination.begin(at, place.elements());
            if (operands != null) operands.copy(origin, at, 0, operands.elements());
            Segment before = combination.run(engine, rank);
            if (before != null) result.copy(before, 0, at, before.elements());
        }
    }

    @Override
    public void compareAndSwap(Segment origin, Segment compare, Segment result, Place place) {
        ByteBuffer before = element(null);
        memory.compareAndSwap(locate(place), element(compare), element(origin), before, engine, rank);
        result.unpack(0, before);
    }

    private static ByteBuffer element(Segment packed) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        if (packed != null) {
            packed.pack(0, bytes);
            bytes.flip();
        }
        return bytes;
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
