package org.jmpi.comm.fault;

import java.util.function.IntUnaryOperator;
import org.jmpi.comm.operation.CompositeOperation;
import org.jmpi.comm.operation.Operation;

/** An agreement, or several in a row, as the program waits for it. It needs none of its peers. */
final class AgreementOperation extends CompositeOperation {
    private final String call;
    private final int context;

    /**
     * @param call the call that it is part of
     * @param context of the communicator
     */
    AgreementOperation(String call, int context) {
        this.call = call;
        this.context = context;
    }

    @Override
    public boolean advance(boolean byProgram) {
        throw new IllegalStateException("an agreement goes on by its messages alone");
    }

    @Override
    public Operation awaited() {
        return null;
    }

    @Override
    public int context() {
        return context;
    }

    @Override
    public String describe(String ignored, IntUnaryOperator rankOf) {
        return call;
    }

    @Override
    public String toString() {
        return call + ", context " + context + (isDone() ? ", done" : "");
    }
}
