package org.jmpi.dsm;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.dsm.protocol.Steps;

/** A thread that waits for an answer of another rank of a space, or for the loss of one. */
final class SpaceWait implements Completion {
    /** How long a report waits to learn who has a lock. */
    private static final long HOLDER_MILLIS = 200;

    private static final int UNKNOWN = -1;

    private final CompletableFuture<?> answer;
    private final Steps steps;
    private final BooleanSupplier isLost;
    private final IntUnaryOperator worldRank;
    private volatile Runnable alarm;

    /** The last search for the rank that has the lock. Guarded by this. */
    private CompletableFuture<Integer> search;

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
    public String lock() {
        return steps.lock();
    }

    @Override
    public String describe(String call, IntUnaryOperator rankOf) {
        return SharedSpace.NAME + "(" + steps.awaited() + source(steps.peer()) + ")";
    }

    private String source(int peer) {
        if (peer < 0) return "";
        int holder = holder(peer);
        if (holder == UNKNOWN) return " from rank " + peer;
        return ", held by rank " + holder + (holder == peer ? "" : ", after rank " + peer);
    }

    /** Returns the rank that has the lock. Waits for a moment: the thread of a report moves no messages. */
    private int holder(int peer) {
        try {
            return search(peer).get(HOLDER_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return UNKNOWN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNKNOWN;
        }
    }

    /** Has another thread search, one at a time: a question may wait for the credit of a peer that is stopped. */
    private synchronized CompletableFuture<Integer> search(int peer) {
        if (search == null || search.isDone())
            search = CompletableFuture.supplyAsync(() -> askHolder(peer), SpaceWait::start);
        return search;
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "jmpi-dsm holder");
        thread.setDaemon(true);
        thread.start();
    }

    private int askHolder(int first) {
        Set<Integer> asked = new HashSet<>();
        int rank = first;
        while (rank != UNKNOWN && asked.add(rank)) {
            CompletableFuture<Integer> next = steps.askHolder(rank);
            if (next == null) return UNKNOWN;
            int answered = next.join();
            if (answered == rank) return rank;
            rank = answered;
        }
        return UNKNOWN;
    }
}
