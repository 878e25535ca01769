package org.jmpi.dsm;

import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.dsm.protocol.Steps;

/** A thread that waits for an answer of another rank of a space, or for the loss of one. */
final class SpaceWait implements Completion {
    private final CompletableFuture<?> answer;
    private final Steps steps;
    private final BooleanSupplier isLost;
    private final IntUnaryOperator worldRank;
    private volatile Runnable alarm;

    SpaceWait(CompletableFuture<?> answer, Steps steps, BooleanSupplier isLost, IntUnaryOperator worldRank) {
        this.answer = answer;
        this.steps = steps;
        this.isLost = isLost;
        this.worldRank = worldRank;
        answer.whenComplete((value, cause) -> wake());
    }

    void wake() {
        Runnable set = alarm;
        if (set != null) set.run();
    }

    @Override
    public boolean isDone() {
        return answer.isDone() || isLost.getAsBoolean();
    }

    @Override
    public void wakes(Runnable set) {
        alarm = set;
    }

    @Override
    public int peer() {
        int peer = steps.peer();
        return peer < 0 ? RecvRequest.ANY_PEER : worldRank.applyAsInt(peer);
    }

    @Override
    public String describe(String call, IntUnaryOperator rankOf) {
        return call + "(" + steps.awaited() + ")";
    }
}
