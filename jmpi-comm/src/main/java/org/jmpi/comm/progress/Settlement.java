package org.jmpi.comm.progress;

import java.util.function.IntUnaryOperator;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.operation.CompositeOperation;
import org.jmpi.comm.operation.Operation;

/** What failures end, as the thread that leads finds it between two polls for a thread that waits. */
final class Settlement extends CompositeOperation {
    private final WaitFailures failures;
    private final Completion awaited;
    private boolean ends;

    /** @param awaited what the other thread waits for */
    Settlement(WaitFailures failures, Completion awaited) {
        this.failures = failures;
        this.awaited = awaited;
    }

    @Override
    public boolean advance(boolean byProgram) {
        ends = failures.endsWait(awaited);
        complete();
        return true;
    }

    /** Returns whether the wait of the other thread ends; once this is done. */
    boolean endsWait() {
        return ends;
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
