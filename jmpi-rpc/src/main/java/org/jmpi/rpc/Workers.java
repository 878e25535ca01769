package org.jmpi.rpc;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.world.CurrentWorld;

/**
 * The threads that run the methods of this rank's objects. There is always one more: a method may wait for calls that
 * come back to its rank.
 */
final class Workers {
    private static final long IDLE_SECONDS = 2;

    private final int rank;
    private final CurrentWorld.ThreadBinding binding;
    private final ClassLoader loader;
    private final AtomicInteger started = new AtomicInteger();
    private final ThreadPoolExecutor pool;

    /** Makes threads for the rank of the calling thread, which know the same classes. */
    Workers(int rank) {
        this.rank = rank;
        this.binding = CurrentWorld.binding();
        this.loader = Thread.currentThread().getContextClassLoader();
        this.pool = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), this::worker);
    }

    private Thread worker(Runnable loop) {
        return thread(loop, "call " + started.incrementAndGet());
    }

    /** Returns a thread of this rank, which is not started. */
    Thread thread(Runnable task, String name) {
        Thread made = new Thread(() -> run(task), "jmpi-rpc rank " + rank + ", " + name);
        made.setContextClassLoader(loader);
        made.setDaemon(true);
        return made;
    }

    private void run(Runnable task) {
        binding.restore();
        task.run();
    }

    /**
     * Runs a task on a thread that does nothing else, or on a new one.
     *
     * @throws RejectedExecutionException after {@link #close}
     */
    void execute(Runnable task) {
        pool.execute(task);
    }

    /** Ends the threads that do nothing; others when their methods have returned. */
    void close() {
        pool.shutdown();
    }
}
