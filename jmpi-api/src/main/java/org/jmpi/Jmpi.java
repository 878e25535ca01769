package org.jmpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import mpi.MPIException;
import org.jmpi.comm.bootstrap.ThreadWorlds;
import org.jmpi.comm.bootstrap.World;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.world.CurrentWorld;

/** Runs ranks as threads of this JVM, for tests and notebooks. */
public final class Jmpi {
    private Jmpi() {}

    /** What one rank does. */
    @FunctionalInterface
    public interface Body {
        /**
         * Runs as one rank; an exception ends all of them.
         *
         * @throws Exception what ends the rank
         */
        void run() throws Exception;
    }

    /**
     * Runs a body on each of {@code ranks} threads, every one a rank of a world of its own, and returns when all have ended.
     *
     * <p>The body finds its world initialised; it may call {@code MPI.Init} and {@code MPI.Finalize}, as a program's
     * {@code main} does, or leave both out. The ranks share all classes, and so every static field of the program; to give
     * each rank its own, use {@code jmpirun --transport threads}.
     *
     * <p>Threads that the body starts belong to its rank. Threads that may serve several ranks belong to none: those of an
     * {@link Executor} (unless it starts a thread per task), of parallel streams,
     * {@code CompletableFuture} and {@link java.util.Timer}, and those that a static initializer starts. An MPI call of such
     * a thread fails unless {@link #bind(Runnable)} has lent it a rank; so does one of a thread whose run has returned.
     *
     * <p>Messages pass within the JVM, or by the transport that the setting {@code jmpi.run.transport} names.
     *
     * @param ranks at least 1
     * @param body what each rank does
     * @throws IllegalArgumentException if {@code ranks} is less than 1
     * @throws RuntimeException the exception that ended a rank first, of any type, also a checked one or an error: the other
     *     ranks' calls then fail, and have ended when this is thrown
     */
    public static void run(int ranks, Body body) {
        if (ranks < 1)
            throw new IllegalArgumentException("number of ranks out of range: ranks=" + ranks + ", at least 1");
        CurrentWorld.beginRun();
        try {
            JmpiConfig config = JmpiConfig.load();
            new Run(ThreadWorlds.create(ranks, config, config.runTransport()), body).run(ranks);
        } finally {
            CurrentWorld.endRun();
        }
    }

    /**
     * Returns a task that runs as the caller's rank, on whichever thread. The thread is what it was before when the task has
     * ended. Where the ranks are not those of {@link #run} the task belongs to the rank of its process in any case.
     *
     * @param task what to run
     * @return the task, bound; it throws an {@link MPIException} of class ERR_OTHER if the run has returned before
     * @throws MPIException of class ERR_OTHER if the caller belongs to no rank, or to one of a run that has returned
     */
    public static Runnable bind(Runnable task) {
        Objects.requireNonNull(task, "task");
        return new BoundRank().bind(task);
    }

    /**
     * Returns a task that runs as the caller's rank, on whichever thread: see {@link #bind(Runnable)}.
     *
     * @param <T> what the task returns
     * @param task what to run
     * @return the task, bound; it throws an {@link MPIException} of class ERR_OTHER if the run has returned before
     * @throws MPIException of class ERR_OTHER if the caller belongs to no rank, or to one of a run that has returned
     */
    public static <T> Callable<T> bind(Callable<T> task) {
        Objects.requireNonNull(task, "task");
        return new BoundRank().bind(task);
    }

    /**
     * Returns an executor whose tasks run as the caller's rank: see {@link #bind(Runnable)}. With {@code Runnable::run} as
     * executor it runs tasks at once, on the calling thread: {@code Executor asRank = Jmpi.bind(Runnable::run)} lets the
     * elements of a parallel stream communicate.
     *
     * @param executor runs the tasks
     * @return the executor, bound
     * @throws MPIException of class ERR_OTHER if the caller belongs to no rank, or to one of a run that has returned
     */
    public static Executor bind(Executor executor) {
        Objects.requireNonNull(executor, "executor");
        BoundRank rank = new BoundRank();
        return task -> executor.execute(rank.bind(task));
    }

    /**
     * Returns an executor whose tasks run as the caller's rank: see {@link #bind(Runnable)}. It is shut down together with
     * the one that runs the tasks.
     *
     * @param executor runs the tasks; may be shared by the ranks
     * @return the executor, bound
     * @throws MPIException of class ERR_OTHER if the caller belongs to no rank, or to one of a run that has returned
     */
    public static ExecutorService bind(ExecutorService executor) {
        Objects.requireNonNull(executor, "executor");
        return new BoundExecutor(executor, new BoundRank());
    }

    /** The ranks of one call. */
    private static final class Run {
        private final ThreadWorlds worlds;
        private final Body body;
        private final AtomicReference<Throwable> failure = new AtomicReference<>();

        Run(ThreadWorlds worlds, Body body) {
            this.worlds = worlds;
            this.body = body;
        }

        void run(int ranks) {
            List<Thread> threads = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                int own = rank;
                threads.add(new Thread(() -> runRank(own), "rank " + rank));
            }
            threads.forEach(Thread::start);
            boolean interrupted = join(threads);
            for (int rank = 0; rank < ranks; rank++) worlds.world(rank).end("a Jmpi.run that has returned");
            worlds.close();
            if (interrupted) Thread.currentThread().interrupt();
            if (failure.get() != null) throw Jmpi.<RuntimeException>asIs(failure.get());
        }

        private void runRank(int rank) {
            World world = worlds.world(rank);
            CurrentWorld.bind(world);
            try {
                body.run();
                if (!world.isFinished()) world.finish();
                world.end("a Jmpi.run, and the rank's body has returned");
            } catch (Throwable t) {
                if (failure.compareAndSet(null, t))
                    worlds.fail(new CommException(ErrorClass.OTHER, "rank " + rank + " failed: " + t, t));
            }
        }

        /** Returns whether the caller was interrupted: its ranks are then stopped. */
        private boolean join(List<Thread> threads) {
            boolean interrupted = false;
            for (Thread thread : threads) {
                while (thread.isAlive()) {
                    try {
                        thread.join();
                    } catch (InterruptedException e) {
                        interrupted = true;
                        worlds.fail(new CommException(ErrorClass.OTHER, "the run was interrupted", e));
                        threads.forEach(Thread::interrupt);
                    }
                }
            }
            return interrupted;
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T asIs(Throwable t) throws T {
        throw (T) t;
    }
}
