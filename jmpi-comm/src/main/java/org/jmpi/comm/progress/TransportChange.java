package org.jmpi.comm.progress;

import java.util.function.IntUnaryOperator;
import org.jmpi.comm.operation.CompositeOperation;
import org.jmpi.comm.operation.Operation;

/** A change of what the thread that leads moves: that thread makes it, between two polls. */
final class TransportChange extends CompositeOperation {
    private final Runnable change;

    TransportChange(Runnable change) {
        this.change = change;
    }

    @Override
    public boolean advance(boolean byProgram) {
        change.run();
        complete();
        return true;
    }

    @Override
    public Operation awaited() {
        return null;
    }

    @Override
    public String describe(String call, IntUnaryOperator rankOf) {
        return call;
    }
}
