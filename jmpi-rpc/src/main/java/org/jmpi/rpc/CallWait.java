package org.jmpi.rpc;

import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.operation.RecvRequest;

/** A thread that waits for a call. */
final class CallWait implements Completion {
    private final CompletableFuture<?> future;

    /** Null if that is not known. */
    private final Callee callee;

    private final BooleanSupplier isStuck;
    private volatile Runnable alarm;

    /**
     * @param callee null if that is not known
     * @param isStuck whether the rank of the callee can't go on by itself
     */
    CallWait(CompletableFuture<?> future, Callee callee, BooleanSupplier isStuck) {
        this.future = future;
        this.callee = callee;
        this.isStuck = isStuck;
        future.whenComplete((value, cause) -> {
            Runnable set = alarm;
            if (set != null) set.run();
        });
    }

    @Override
    public boolean isDone() {
        return future.isDone();
    }

    @Override
    public void wakes(Runnable set) {
        alarm = set;
    }

    @Override
    public int peer() {
        return callee == null ? RecvRequest.ANY_PEER : callee.rank();
    }

    @Override
    public boolean isUnmatched() {
        return !isDone() && isStuck.getAsBoolean();
    }

    @Override
    public String describe(String call, IntUnaryOperator rankOf) {
        return callee == null ? call : callee.call();
    }
}
