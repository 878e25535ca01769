package org.jmpi;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.session.RankThreads;
import org.jmpi.comm.session.RankWorld;
import org.jmpi.world.CurrentWorld;

/**
 * Joins the job, and runs ranks as threads of this JVM, for tests and notebooks.
 *
 * <pre>{@code
 * List<Integer> sums = Jmpi.call(4, () -> {
 *     int[] sum = new int[1];
 *     MPI.COMM_WORLD.Allreduce(new int[] {MPI.COMM_WORLD.Rank()}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
 *     return sum[0];
 * }); // [6, 6, 6, 6]
 * }</pre>
 */
public final class Jmpi {
    private Jmpi() {}

    /** The program of one rank. */
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
     * Runs a body on each of {@code ranks} threads, every one a rank of a world of its own, and returns when all have
     * ended.
     *
     * <p>The body finds its world initialised; it may call {@code MPI.Init} and {@code MPI.Finalize}, as a program's
     * {@code main} does, or leave both out. The ranks share all classes, and so every static field of the program; to
     * give each rank its own, use {@code jmpirun --transport threads}.
     *
     * <p>Threads that the body starts belong to its rank. Threads that may serve several ranks belong to none: those of
     * an {@link Executor} (unless it starts a thread per task), of parallel streams, {@code CompletableFuture} and
     * {@link java.util.Timer}, and those that a static initializer starts. An MPI call of such a thread fails unless
     * {@link #bind(Runnable)} has lent it a rank. So does one of a thread whose run has returned.
     *
     * <p>A failure of one rank ends the others: their MPI calls fail. The exception of the rank that failed first is
     * thrown as it is, a checked one too, which callers need not declare. Its suppressed exceptions are a
     * {@link RankFailure} that names the rank, and one for each other rank that failed by itself; an error that the JVM
     * makes, such as {@link StackOverflowError}, takes none. If the calling thread is interrupted, as by a time limit
     * of JUnit, all ranks are ended, and a {@link RunStoppedException} says what they were at.
     *
     * <p>Settings are system properties, as in every rank: {@code -Djmpi.check=true} checks the calls. Messages pass
     * within the JVM, or by the transport that {@code jmpi.run.transport} names. With {@code -Djmpi.continue=true} the
     * other ranks go on when one has failed, for which it is lost; its exception is thrown at the end.
     *
     * @param ranks at least 1
     * @param body what each rank does
     * @throws IllegalArgumentException if {@code ranks} is less than 1
     * @throws RunStoppedException if the calling thread was interrupted
     * @throws RuntimeException what the body of the rank that failed first has thrown, of any type, also a checked
     *     exception or an error
     */
    public static void run(int ranks, Body body) {
        Objects.requireNonNull(body, "body");
        start(ranks, null, null, task(body));
    }

    /**
     * Does the same as {@link #run(int, Body)}, within a time limit. When it is over, all ranks are ended: their MPI
     * calls fail, and their threads are interrupted.
     *
     * @param ranks at least 1
     * @param limit how long the ranks may take; more than 0
     * @param body what each rank does
     * @throws IllegalArgumentException if {@code ranks} is less than 1, or the limit not more than 0
     * @throws RunStoppedException if the calling thread was interrupted, or the ranks have not ended in time
     * @throws RuntimeException what the body of the rank that failed first has thrown, of any type, also a checked
     *     exception or an error
     */
    public static void run(int ranks, Duration limit, Body body) {
        Objects.requireNonNull(body, "body");
        start(ranks, Objects.requireNonNull(limit, "limit"), null, task(body));
    }

    /**
     * Does the same as {@link #run(int, Body)}, and returns the ranks' results.
     *
     * @param <T> what a rank returns
     * @param ranks at least 1
     * @param body what each rank does
     * @return what each rank has returned, in their order
     * @throws IllegalArgumentException if {@code ranks} is less than 1
     * @throws RunStoppedException if the calling thread was interrupted
     * @throws RuntimeException what the body of the rank that failed first has thrown, of any type, also a checked
     *     exception or an error
     */
    public static <T> List<T> call(int ranks, Callable<T> body) {
        return start(ranks, null, null, Objects.requireNonNull(body, "body"));
    }

    /**
     * Does the same as {@link #run(int, Duration, Body)}, and returns the ranks' results.
     *
     * @param <T> what a rank returns
     * @param ranks at least 1
     * @param limit how long the ranks may take; more than 0
     * @param body what each rank does
     * @return what each rank has returned, in their order
     * @throws IllegalArgumentException if {@code ranks} is less than 1, or the limit not more than 0
     * @throws RunStoppedException if the calling thread was interrupted, or the ranks have not ended in time
     * @throws RuntimeException what the body of the rank that failed first has thrown, of any type, also a checked
     *     exception or an error
     */
    public static <T> List<T> call(int ranks, Duration limit, Callable<T> body) {
        return start(ranks, Objects.requireNonNull(limit, "limit"), null, Objects.requireNonNull(body, "body"));
    }

    /**
     * Does the same as {@link #call(int, Duration, Callable)}, with messages that pass by a transport.
     *
     * @param <T> what a rank returns
     * @param ranks at least 1
     * @param limit how long the ranks may take; more than 0
     * @param transport the transport's name, such as {@code socket}; {@code threads} is the one within the JVM
     * @param body what each rank does
     * @return what each rank has returned, in their order
     * @throws IllegalArgumentException if {@code ranks} is less than 1, or the limit not more than 0
     * @throws RunStoppedException if the calling thread was interrupted, or the ranks have not ended in time
     * @throws RuntimeException what the body of the rank that failed first has thrown, of any type, also a checked
     *     exception or an error; or if the transport is not on the class path or does not open
     */
    public static <T> List<T> call(int ranks, Duration limit, String transport, Callable<T> body) {
        return start(
                ranks,
                Objects.requireNonNull(limit, "limit"),
                Objects.requireNonNull(transport, "transport"),
                Objects.requireNonNull(body, "body"));
    }

    /**
     * Returns all ranks of the job, which the calling process joins if it has not yet. A program that was started alone
     * is a world of one rank. In {@link #run} the ranks are those of the run.
     *
     * @return the world, which may be closed without consequences for the others that this method returns
     * @throws MpiException of class OTHER if a launcher started this process but its job can't be joined, or if
     *     another rank has ended since the last world
     */
    public static World world() {
        RankWorld world = CurrentWorld.find();
        try {
            if (world == null || world.isFinished()) CurrentWorld.init();
        } catch (CommException e) {
            throw MpiException.raised(null, e);
        }
        return new World(CurrentWorld.find());
    }

    private static Callable<Void> task(Body body) {
        return () -> {
            body.run();
            return null;
        };
    }

    /**
     * @param limit null for none
     * @param transport null for that of the settings
     */
    private static <T> List<T> start(int ranks, Duration limit, String transport, Callable<T> task) {
        if (ranks < 1)
            throw new IllegalArgumentException("number of ranks out of range: ranks=" + ranks + ", at least 1");
        if (limit != null && (limit.isNegative() || limit.isZero()))
            throw new IllegalArgumentException("time limit out of range: " + limit + ", more than 0");
        CurrentWorld.beginRun();
        try {
            JmpiConfig config = JmpiConfig.load();
            String name = transport == null ? config.runTransport() : transport;
            return new Run<>(RankThreads.create(ranks, config, name), ranks, task).run(limit);
        } finally {
            CurrentWorld.endRun();
        }
    }

    /**
     * Returns a task that runs as the caller's rank, on whichever thread. The thread is what it was before when the
     * task has ended. Where the ranks are not those of {@link #run} the task belongs to the rank of its process in any
     * case.
     *
     * @param task what to run
     * @return the task, bound; it throws an {@link MpiException} of class ERR_OTHER if the run has returned before
     * @throws MpiException of class ERR_OTHER if the caller belongs to no rank, or to one of a run that has returned
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
     * @return the task, bound; it throws an {@link MpiException} of class ERR_OTHER if the run has returned before
     * @throws MpiException of class ERR_OTHER if the caller belongs to no rank, or to one of a run that has returned
     */
    public static <T> Callable<T> bind(Callable<T> task) {
        Objects.requireNonNull(task, "task");
        return new BoundRank().bind(task);
    }

    /**
     * Returns an executor whose tasks run as the caller's rank: see {@link #bind(Runnable)}. With {@code Runnable::run}
     * as executor it runs tasks at once, on the calling thread: {@code Executor asRank = Jmpi.bind(Runnable::run)} lets
     * the elements of a parallel stream communicate.
     *
     * @param executor runs the tasks
     * @return the executor, bound
     * @throws MpiException of class ERR_OTHER if the caller belongs to no rank, or to one of a run that has returned
     */
    public static Executor bind(Executor executor) {
        Objects.requireNonNull(executor, "executor");
        BoundRank rank = new BoundRank();
        return task -> executor.execute(rank.bind(task));
    }

    /**
     * Returns an executor whose tasks run as the caller's rank: see {@link #bind(Runnable)}. It is shut down together
     * with the one that runs the tasks.
     *
     * @param executor runs the tasks; may be shared by the ranks
     * @return the executor, bound
     * @throws MpiException of class ERR_OTHER if the caller belongs to no rank, or to one of a run that has returned
     */
    public static ExecutorService bind(ExecutorService executor) {
        Objects.requireNonNull(executor, "executor");
        return new BoundExecutor(executor, new BoundRank());
    }
}
