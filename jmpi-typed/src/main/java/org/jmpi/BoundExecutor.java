package org.jmpi;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** An executor whose tasks run as one rank, on the threads of another executor. */
final class BoundExecutor extends AbstractExecutorService {
    private final ExecutorService executor;
    private final BoundRank rank;

    BoundExecutor(ExecutorService executor, BoundRank rank) {
        this.executor = executor;
        this.rank = rank;
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(rank.bind(task));
    }

    @Override
    public void shutdown() {
        executor.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        return executor.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return executor.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return executor.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return executor.awaitTermination(timeout, unit);
    }

    /**
     * Overrides what is in ExecutorService from Java 19 on: the common pool never terminates, and closing it does
     * nothing.
     */
    public void close() throws Exception {
        if (executor instanceof AutoCloseable) ((AutoCloseable) executor).close();
    }
}
