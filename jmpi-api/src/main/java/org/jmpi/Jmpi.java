package org.jmpi;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jmpi.comm.bootstrap.ThreadWorlds;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

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
     * {@code main} does, or leave both out. Threads that it starts belong to its rank. The ranks share all classes, and so
     * every static field of the program; to give each rank its own, use {@code jmpirun --transport threads}.
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
        ThreadWorlds.shareClasses(true);
        try {
            JmpiConfig config = JmpiConfig.load();
            new Run(ThreadWorlds.create(ranks, config, config.runTransport()), body).run(ranks);
        } finally {
            ThreadWorlds.shareClasses(false);
        }
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
            worlds.close();
            if (interrupted) Thread.currentThread().interrupt();
            if (failure.get() != null) throw Jmpi.<RuntimeException>asIs(failure.get());
        }

        private void runRank(int rank) {
            worlds.bind(rank);
            try {
                body.run();
                if (!worlds.finalized(rank)) worlds.world(rank).finish();
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
