package org.jmpi.rpc;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.world.CurrentWorld;

/**
 * The threads that run the methods of this rank's objects. There is always one more for a call for which a caller
 * waits: a method may wait for calls that come back to its rank. Other calls share some threads, and get more of them
 * while none of these ends.
 */
final class Workers {
    private static final long IDLE_SECONDS = 2;

    /** The threads for calls without a waiting caller, before these prove to wait for each other. */
    private static final int MOST_SHARING = 32;

    private static final int MORE_SHARING = 32;

    private final int rank;
    private final CurrentWorld.ThreadBinding binding;
    private final ClassLoader loader;
    private final AtomicInteger started = new AtomicInteger();
    private final ThreadPoolExecutor pool;
    private final Runnable onQueued;

    /** Tasks for which no thread is there; guarded by itself, as the two below. */
    private final Queue<Runnable> queue = new ArrayDeque<>();

    private int sharing;
    private boolean hasEnded;

    /**
     * Makes threads for the rank of the calling thread, which know the same classes.
     *
     * @param onQueued runs when a task waits for a thread: {@link #grow} is to be called now and then
     */
    Workers(int rank, Runnable onQueued) {
        this.rank = rank;
        this.onQueued = onQueued;
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

    /** Runs a task for which no caller waits, when a thread is there for it. */
    void queue(Runnable task) {
        synchronized (queue) {
            if (sharing >= MOST_SHARING) {
                queue.add(task);
                onQueued.run();
                return;
            }
            sharing++;
        }
        execute(() -> share(task));
    }

    /** Runs a task, then those that wait. */
    private void share(Runnable first) {
        for (Runnable task = first; task != null; task = next()) task.run();
    }

    private Runnable next() {
        synchronized (queue) {
            hasEnded = true;
            Runnable next = queue.poll();
            if (next == null) sharing--;
            return next;
        }
    }

    /** Adds threads if tasks wait and none has ended since the last call: those that run may wait for them. */
    void grow() {
        synchronized (queue) {
            for (int i = 0; i < MORE_SHARING && !hasEnded && !queue.isEmpty(); i++) {
                Runnable task = queue.poll();
                sharing++;
                execute(() -> share(task));
            }
            hasEnded = false;
        }
    }

    /** Ends the threads that do nothing; others when their methods have returned. */
    void close() {
        pool.shutdown();
    }
}
