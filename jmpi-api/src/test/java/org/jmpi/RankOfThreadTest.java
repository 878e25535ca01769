package org.jmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import mpi.MPI;
import mpi.MPIException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which rank of {@code Jmpi.run} a thread belongs to, and how a thread of none gets one. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RankOfThreadTest {
    private static final String NO_RANK = "belongs to no rank of Jmpi.run";

    private static int rank() {
        return MPI.COMM_WORLD.Rank();
    }

    private static Thread daemon(Runnable body) {
        Thread thread = new Thread(body, "daemon");
        thread.setDaemon(true);
        return thread;
    }

    private static void in(Thread thread) throws InterruptedException {
        thread.start();
        thread.join();
    }

    /** Threads that serve whoever has a task for them. */
    enum Shared {
        FIXED(Executors.newFixedThreadPool(2, RankOfThreadTest::daemon)),
        CACHED(Executors.newCachedThreadPool(RankOfThreadTest::daemon)),
        SINGLE(Executors.newSingleThreadExecutor(RankOfThreadTest::daemon)),
        SCHEDULED(Executors.newScheduledThreadPool(1, RankOfThreadTest::daemon)),
        FORK_JOIN(new ForkJoinPool(2)),
        WORK_STEALING(Executors.newWorkStealingPool(2)),
        COMPLETABLE_FUTURE(task -> CompletableFuture.runAsync(task)),
        COMPLETABLE_FUTURE_LATER(
                task -> CompletableFuture.runAsync(task, CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS))),
        TIMER(task -> {
            new Timer(true).schedule(timerTask(task), 0);
        }),
        PARALLEL_STREAM(task -> {
            // The caller has a part in its stream: its tasks are no test.
            ForkJoinPool pool = new ForkJoinPool(3);
            pool.execute(() -> IntStream.range(0, 1).parallel().forEach(i -> task.run()));
            pool.shutdown();
        }),
        STATIC_INITIALIZER(task -> ByHand.TASKS.add(task)),
        OWN_EXECUTOR(new Executor() {
            private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

            @Override
            public void execute(Runnable task) {
                daemon(() -> runOne(tasks)).start();
                tasks.add(task);
            }
        });

        private final Executor executor;

        Shared(Executor executor) {
            this.executor = executor;
        }

        <T> T get(Callable<T> call) throws Exception {
            FutureTask<T> task = new FutureTask<>(call);
            executor.execute(task);
            return task.get(30, TimeUnit.SECONDS);
        }
    }

    private static TimerTask timerTask(Runnable task) {
        return new TimerTask() {
            @Override
            public void run() {
                task.run();
            }
        };
    }

    /** A pool without an executor, whose threads start when the first rank uses the class. */
    private static final class ByHand {
        static final BlockingQueue<Runnable> TASKS = new LinkedBlockingQueue<>();

        static {
            daemon(() -> {
                        while (true) runOne(TASKS);
                    })
                    .start();
        }
    }

    private static void runOne(BlockingQueue<Runnable> tasks) {
        try {
            tasks.take().run();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aThreadThatServesAllRanksHasOneOnlyIfItIsLent(Shared shared) throws Exception {
        for (int ranks = 3; ranks > 0; ranks--) {
            Jmpi.run(ranks, () -> {
                int own = rank();
                for (int i = 0; i < 4; i++) {
                    Throwable refusal = assertThrows(ExecutionException.class, () -> shared.get(RankOfThreadTest::rank))
                            .getCause();
                    assertEquals(MPI.ERR_OTHER, ((MPIException) refusal).Get_error_class());
                    assertTrue(refusal.getMessage().contains(NO_RANK), refusal.getMessage());
                    assertTrue(refusal.getMessage().contains("Jmpi.bind"), refusal.getMessage());
                    assertEquals(own, shared.get(Jmpi.bind(RankOfThreadTest::rank)));
                }
            });
        }
    }

    @Test
    void aThreadOfNoRankCanNeitherBindNorInitialize() throws Exception {
        Jmpi.run(2, () -> {
            for (Callable<Object> call : List.<Callable<Object>>of(
                    () -> MPI.Init(null), () -> Jmpi.bind(() -> {}), () -> Jmpi.bind(Shared.FIXED.executor))) {
                Throwable refusal = assertThrows(ExecutionException.class, () -> Shared.FIXED.get(call))
                        .getCause();
                assertTrue(refusal.getMessage().contains(NO_RANK), refusal.getMessage());
            }
            assertFalse(Shared.FIXED.get(MPI::Initialized));
        });
    }

    @Test
    void aBoundExecutorServesItsRank() throws Exception {
        ExecutorService shared = (ExecutorService) Shared.FIXED.executor;
        Jmpi.run(3, () -> {
            int own = rank();
            ExecutorService bound = Jmpi.bind(shared);
            Executor direct = Jmpi.bind(Runnable::run);
            assertEquals(own, bound.submit(RankOfThreadTest::rank).get());
            List<Callable<Integer>> two = List.of(RankOfThreadTest::rank, RankOfThreadTest::rank);
            for (Future<Integer> each : bound.invokeAll(two)) assertEquals(own, each.get());
            assertEquals(
                    own,
                    CompletableFuture.supplyAsync(RankOfThreadTest::rank, bound).get());
            assertEquals(
                    own,
                    CompletableFuture.supplyAsync(RankOfThreadTest::rank, Jmpi.bind(Shared.TIMER.executor))
                            .get());
            long right = IntStream.range(0, 200)
                    .parallel()
                    .filter(i -> {
                        int[] seen = {-1};
                        direct.execute(() -> seen[0] = rank());
                        return seen[0] == own;
                    })
                    .count();
            assertEquals(200, right);
        });
        assertFalse(shared.isShutdown());
    }

    @Test
    void aThreadIsWhatItWasWhenABoundTaskHasEnded() throws Exception {
        Jmpi.run(2, () -> {
            int own = rank();
            Runnable outer = Jmpi.bind(() -> assertEquals(own, rank()));
            Jmpi.run(3, () -> {
                int inner = rank();
                outer.run();
                assertEquals(3, MPI.COMM_WORLD.Size());
                assertEquals(inner, rank());
                Shared.SINGLE.get(Jmpi.bind(() -> {
                    outer.run();
                    assertEquals(inner, rank());
                    assertThrows(IllegalStateException.class, Jmpi.bind((Runnable) () -> {
                        throw new IllegalStateException();
                    })::run);
                    assertEquals(3, MPI.COMM_WORLD.Size());
                    return null;
                }));
            });
        });
    }

    @Test
    void aThreadThatATaskStartsBelongsToTheRankOfTheTask() throws Exception {
        Jmpi.run(2, () -> {
            int own = rank();
            AtomicReference<Object> seen = new AtomicReference<>();
            Shared.FIXED.get(Jmpi.bind(() -> {
                in(new Thread(() -> seen.set(rank())));
                return null;
            }));
            assertEquals(own, seen.get());
            Shared.FORK_JOIN.get(Jmpi.bind(() -> {
                in(new Thread(() -> {
                    // The stack of the thread that starts this one ends at the former thread's run.
                    try {
                        in(new Thread(() -> seen.set(10 + rank())));
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }));
                return null;
            }));
            assertEquals(10 + own, seen.get());
            Executor lambda = task -> new Thread(task).start();
            assertEquals(
                    own,
                    CompletableFuture.supplyAsync(RankOfThreadTest::rank, lambda)
                            .get());
        });
    }

    @Test
    void aVirtualThreadBelongsToTheRankThatStartsIt() throws Exception {
        java.lang.reflect.Method perTask;
        try {
            perTask = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
        } catch (NoSuchMethodException e) {
            return; // Java 21 has them
        }
        Jmpi.run(2, () -> {
            int own = rank();
            ExecutorService executor = (ExecutorService) perTask.invoke(null);
            assertEquals(own, executor.submit(RankOfThreadTest::rank).get());
            executor.shutdown();
        });
    }

    @Test
    void aThreadThatOutlivesItsRunIsToldSo() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        AtomicReference<Thread> thread = new AtomicReference<>();
        FutureTask<MPIException> refusal = new FutureTask<>(() -> {
            over.await();
            assertTrue(MPI.Initialized());
            assertEquals(
                    reason("plain", "that has returned"),
                    assertThrows(MPIException.class, () -> MPI.Init(null)).getMessage());
            assertThrows(MPIException.class, () -> Jmpi.bind(() -> {}));
            return assertThrows(MPIException.class, RankOfThreadTest::rank);
        });
        Jmpi.run(2, () -> {
            if (rank() != 1) return;
            thread.set(new Thread(refusal, "plain"));
            thread.get().start();
        });
        Jmpi.run(2, () -> {
            over.countDown();
            assertEquals(reason("plain", "that has returned"), refusal.get().getMessage());
        });
        thread.get().join();
    }

    private static String reason(String thread, String what) {
        return "MPI.ERR_OTHER: thread \"" + thread + "\" belongs to rank 1 of a Jmpi.run " + what;
    }

    @Test
    void aThreadThatOutlivesTheBodyOfItsRankIsToldSo() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        FutureTask<MPIException> refusal = new FutureTask<>(() -> {
            over.await();
            while (true) {
                try {
                    rank();
                    Thread.yield();
                } catch (MPIException e) {
                    if (!e.getMessage().contains("MPI.Finalize")) return e;
                }
            }
        });
        Jmpi.run(2, () -> {
            int own = rank();
            if (own == 1) new Thread(refusal, "plain").start();
            MPI.Finalize();
            if (own == 1) return;
            over.countDown();
            String message = refusal.get().getMessage();
            assertEquals(
                    "MPI.ERR_OTHER: thread \"plain\" belongs to rank 1 of a Jmpi.run, and the rank's body has "
                            + "returned",
                    message);
        });
    }

    @Test
    void aBoundTaskDoesNotRunWhenItsRunHasReturned() {
        AtomicReference<Callable<Integer>> task = new AtomicReference<>();
        AtomicReference<Runnable> ran = new AtomicReference<>();
        Jmpi.run(2, () -> {
            if (rank() != 1) return;
            task.set(Jmpi.bind(RankOfThreadTest::rank));
            ran.set(Jmpi.bind((Runnable) () -> ran.set(null)));
        });
        String here = Thread.currentThread().getName();
        assertEquals(
                reason(here, "that has returned"),
                assertThrows(MPIException.class, task.get()::call).getMessage());
        assertThrows(MPIException.class, ran.get()::run);
        assertThrows(ExecutionException.class, () -> Shared.FIXED.get(task.get()));
        assertTrue(ran.get() != null);
        Jmpi.run(2, () -> assertThrows(MPIException.class, task.get()::call));
    }

    @Test
    void nullIsNoTask() {
        assertThrows(NullPointerException.class, () -> Jmpi.bind((Runnable) null));
        assertThrows(NullPointerException.class, () -> Jmpi.bind((Callable<?>) null));
        assertThrows(NullPointerException.class, () -> Jmpi.bind((Executor) null));
        assertThrows(NullPointerException.class, () -> Jmpi.bind((ExecutorService) null));
    }
}
