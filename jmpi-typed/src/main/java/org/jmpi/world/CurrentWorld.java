package org.jmpi.world;

import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.session.DialectCheck;
import org.jmpi.comm.session.Init;
import org.jmpi.comm.session.RankWorld;
import org.jmpi.comm.session.ThreadWorld;

/**
 * The world of a thread's MPI calls: that of the {@code Jmpi.run} whose rank the thread belongs to, else the world of
 * this JVM, or of this class loader.
 *
 * <p>While ranks of a {@code Jmpi.run} are under way, a thread that belongs to none of them may serve any. Its calls
 * fail.
 */
public final class CurrentWorld {
    /** The world that MPI.Init has made or joined; null before. */
    private static volatile RankWorld own;

    /** The reason for the end of this class loader's world; null before {@link #forget}. */
    private static volatile String over;

    /** Whether own has begun without a call of MPI.Init, which may follow. */
    private static boolean initMayFollow;

    /** Whether there has been a {@code Jmpi.run}. */
    private static volatile boolean shared;

    private static final AtomicInteger RUNS = new AtomicInteger();
    private static final RankOfRun OF_RUN = new RankOfRun();

    private CurrentWorld() {}

    /**
     * {@return the world of the caller, in which it can communicate}
     *
     * @throws CommException of class OTHER if there is none, with the reason
     */
    public static RankWorld get() {
        RankWorld world = find();
        if (world != null && !world.isFinished()) return world;
        throw world == null ? failure(reasonForNone()) : world.ended();
    }

    /** {@return the world of the caller, even if it is over; null if there is none} */
    public static RankWorld find() {
        if (!shared) return own;
        RankWorld bound = OF_RUN.get();
        if (bound != null) return bound;
        RankWorld process = own;
        return process == null || RUNS.get() == 0 || process.isMainThread(Thread.currentThread()) ? process : null;
    }

    /** {@return whether the caller's world has begun} */
    public static boolean isInitialized() {
        return own != null || find() != null;
    }

    /** {@return whether the caller's world is over, and did not begin again} */
    public static boolean isFinalized() {
        RankWorld world = find();
        return world != null && world.isFinished();
    }

    /**
     * Begins the caller's world, or begins it again.
     *
     * @throws CommException of class OTHER if it has begun already, cannot begin, or it is not known which one is
     *     meant; ARG for a setting that is not valid
     */
    public static void init() {
        try {
            start();
        } catch (IllegalArgumentException e) {
            throw new CommException(ErrorClass.ARG, e.getMessage(), e);
        }
    }

    private static void start() {
        RankWorld world = find();
        if (world == null) {
            DialectCheck.check(CurrentWorld.class.getClassLoader());
            if (RUNS.get() > 0) throw failure(reasonForNone());
            RankWorld launched = ThreadWorld.get();
            world = launched != null ? launched : Init.join();
            own = world;
        } else if (!world.isFinished() && world == own && !initMayFollow) {
            throw failure("MPI.Init has been called already");
        }
        initMayFollow = false;
        if (world.isOver()) throw failure(world.reasonForEnd());
        if (world.isFinished()) {
            RankWorld renewed = world.renew();
            if (world == own) own = renewed;
            world = renewed;
        }
        world.mainThread(Thread.currentThread());
        world.open();
        world.joinParent();
    }

    /**
     * Begins the world of this JVM, or of this class loader, for a program that may call MPI.Init or leave it out.
     *
     * @param world the rank's
     */
    public static void begin(RankWorld world) {
        own = world;
        initMayFollow = true;
        world.mainThread(Thread.currentThread());
        world.open();
    }

    /**
     * Drops the world that {@link #begin} began, which is over. Later calls fail by the reason for its end.
     *
     * <p>Threads that go on, and caches of shared libraries, may keep this class loader. They keep no world by it.
     */
    public static void forget() {
        RankWorld world = own;
        if (world == null) return;
        over = world.reasonForEnd();
        own = null;
    }

    /**
     * Has the error handler react to an exception that a call is about to throw (MPI-4.1 section 9.3).
     *
     * @param <E> the exception's class
     * @param comm the communicator of the call; null for none: then the handler of all ranks counts
     * @param exception what the call throws
     * @return the exception, unless the handler throws another one
     */
    public static <E extends Exception> E raised(Communicator comm, E exception) {
        RankWorld world = find();
        if (world == null || world.isFinished()) return exception;
        Communicator failed = comm == null ? world.worldComm() : comm;
        failed.errorHandler().handle(failed, exception, world);
        return exception;
    }

    private static String reasonForNone() {
        if (over != null) return over;
        if (RUNS.get() == 0) return "MPI.Init has not been called";
        return "thread \"" + Thread.currentThread().getName()
                + "\" belongs to no rank of Jmpi.run: threads of executors,"
                + " parallel streams, CompletableFuture and Timer, and those that a static initializer starts, serve "
                + "all"
                + " ranks; wrap the task or the executor by Jmpi.bind on a thread of the rank";
    }

    private static CommException failure(String message) {
        return new CommException(ErrorClass.OTHER, message);
    }

    /** Notes that ranks are about to run which share all classes; {@link #endRun} follows. */
    public static void beginRun() {
        RUNS.incrementAndGet();
        shared = true;
    }

    /** Notes that the ranks of a run have ended. */
    public static void endRun() {
        RUNS.decrementAndGet();
    }

    /**
     * Makes the calling thread, and the threads that it starts from now on, one of a rank.
     *
     * @param world the rank's world, one of a run
     */
    public static void bind(RankWorld world) {
        OF_RUN.set(world);
        world.mainThread(Thread.currentThread());
        world.open();
    }

    /** Makes the calling thread one of no rank of a run. */
    public static void unbind() {
        OF_RUN.remove();
    }

    /**
     * {@return the rank of the calling thread, to be lent to other threads}
     *
     * @throws CommException of class OTHER if ranks of a run are under way and the thread belongs to none, or if its
     *     run has returned
     */
    public static ThreadBinding binding() {
        RankWorld world = find();
        if (world == null && RUNS.get() > 0) throw failure(reasonForNone());
        if (world != null && world.isOver()) throw failure(world.reasonForEnd());
        return new ThreadBinding(ThreadWorld.get(), world);
    }

    /** A rank that is lent to threads: nothing if the thread that has lent it is of no world. */
    public static final class ThreadBinding {
        private final RankWorld launched;
        private final RankWorld world;

        private ThreadBinding(RankWorld launched, RankWorld world) {
            this.launched = launched;
            this.world = world;
        }

        /**
         * Makes the calling thread one of this rank.
         *
         * @return what the thread was before, for {@link #restore}
         * @throws CommException of class OTHER if the rank's run has returned
         */
        public ThreadBinding enter() {
            if (world != null && world.isOver()) throw failure(world.reasonForEnd());
            ThreadBinding before = new ThreadBinding(ThreadWorld.get(), OF_RUN.get());
            restore();
            return before;
        }

        /** Makes the calling thread one of this rank, or of none, whether or not its run has returned. */
        public void restore() {
            ThreadWorld.bind(launched);
            if (world == null) OF_RUN.remove();
            else OF_RUN.set(world);
        }
    }
}
