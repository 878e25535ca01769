package org.jmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks as threads of this JVM: how a run begins and ends. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("transports")
class JmpiTest {
    private static int rank() {
        return MPI.COMM_WORLD.Rank();
    }

    private static int receive(int source, int tag) {
        int[] value = {-1};
        MPI.COMM_WORLD.Recv(value, 0, 1, MPI.INT, source, tag);
        return value[0];
    }

    private static void send(int value, int dest, int tag) {
        MPI.COMM_WORLD.Send(new int[] {value}, 0, 1, MPI.INT, dest, tag);
    }

    // ---- worlds ----

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 13})
    void eachRankRunsOnce(int ranks) {
        AtomicReferenceArray<Thread> threads = new AtomicReferenceArray<>(ranks);
        Jmpi.run(ranks, () -> {
            assertEquals(ranks, MPI.COMM_WORLD.Size());
            assertNull(threads.getAndSet(rank(), Thread.currentThread()));
            assertEquals(0, MPI.COMM_SELF.Rank());
            assertEquals(1, MPI.COMM_SELF.Size());
        });
        Set<Thread> different = new HashSet<>();
        for (int rank = 0; rank < ranks; rank++) different.add(threads.get(rank));
        assertFalse(different.contains(null));
        assertEquals(ranks, different.size());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void fewerThanOneRankIsRefused(int ranks) {
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class,
                () -> Jmpi.run(ranks, () -> {
                    throw new AssertionError("ran");
                }));
        assertEquals("number of ranks out of range: ranks=" + ranks + ", at least 1", refusal.getMessage());
    }

    @Test
    void threadsOfABodyBelongToItsRank() throws Exception {
        Jmpi.run(3, () -> {
            int own = rank();
            CompletableFuture<Integer> ofThread = new CompletableFuture<>();
            Thread first = new Thread(() -> {
                Thread second = new Thread(() -> {
                    int[] sum = new int[1];
                    MPI.COMM_WORLD.Allreduce(new int[] {rank()}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
                    ofThread.complete(10 * rank() + sum[0]);
                });
                second.start();
            });
            first.start();
            assertEquals(10 * own + 3, ofThread.get(30, TimeUnit.SECONDS));
            first.join();
        });
    }

    @Test
    void aRunInsideARunHasAWorldOfItsOwn() {
        Jmpi.run(2, () -> {
            int outer = rank();
            send(outer, 1 - outer, 1);
            Jmpi.run(outer + 2, () -> {
                int size = MPI.COMM_WORLD.Size();
                assertEquals(outer + 2, size);
                send(100 * outer + rank(), (rank() + 1) % size, 1);
                assertEquals(100 * outer + (rank() + size - 1) % size, receive(MPI.ANY_SOURCE, 1));
            });
            assertEquals(outer, rank());
            assertEquals(2, MPI.COMM_WORLD.Size());
            assertEquals(1 - outer, receive(MPI.ANY_SOURCE, MPI.ANY_TAG));
        });
    }

    @Test
    void theFailureOfAnInnerRunIsThrownInTheBodyThatStartedIt() {
        Jmpi.run(2, () -> {
            if (rank() == 0) {
                IllegalStateException cause = new IllegalStateException("inner");
                assertSame(
                        cause, assertThrows(IllegalStateException.class, () -> Jmpi.run(3, () -> failFrom(1, cause))));
            }
            MPI.COMM_WORLD.Barrier();
        });
    }

    private static void failFrom(int failing, Exception cause) throws Exception {
        if (rank() == failing) throw cause;
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    void runsAtTheSameTimeDoNotMeet() throws Exception {
        List<CompletableFuture<Void>> runs = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            int own = run;
            runs.add(CompletableFuture.runAsync(
                    () -> Jmpi.run(2, () -> {
                        for (int i = 0; i < 200; i++) {
                            send(1000 * own + i, 1 - rank(), 1);
                            assertEquals(1000 * own + i, receive(MPI.ANY_SOURCE, MPI.ANY_TAG));
                        }
                    }),
                    task -> new Thread(task).start()));
        }
        for (CompletableFuture<Void> run : runs) run.get(50, TimeUnit.SECONDS);
    }

    @Tag("full")
    @Test
    void manyRunsLeaveNoThreadBehind() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        for (int i = 0; i < 100; i++) {
            int run = i;
            Runnable go = () -> Jmpi.run(3, () -> {
                if (run % 4 == 1 && rank() == 1) throw new IllegalStateException("stop");
                MPI.COMM_WORLD.Barrier();
                if (run % 4 == 2) MPI.Finalize();
            });
            if (run % 4 == 1) assertThrows(IllegalStateException.class, go::run);
            else go.run();
        }
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            String name = thread.getName();
            if (before.contains(thread) || !name.startsWith("rank ") && !name.startsWith("jmpi-")) continue;
            thread.join(30_000); // one that was told to end need not have done so
            assertFalse(thread.isAlive(), () -> "left behind: " + thread);
        }
    }

    @Test
    void messagesThatNobodyReceivesDoNotHoldARunUp() {
        Jmpi.run(3, () -> {
            for (int i = 0; i < 10; i++) send(i, (rank() + 1) % 3, i);
        });
    }

    // ---- how calls fail outside a world ----

    @Test
    void outsideARunThereIsNoWorld() {
        Jmpi.run(2, () -> {
            MPI.Init(new String[0]);
            MPI.Finalize();
        });
        assertFalse(MPI.Initialized());
        MPIException refusal = assertThrows(MPIException.class, MPI.COMM_WORLD::Rank);
        assertEquals(MPI.ERR_OTHER, refusal.Get_error_class());
        assertEquals("MPI.ERR_OTHER: MPI.Init has not been called", refusal.getMessage());
    }

    @Test
    void aBodyMayInitializeAndFinalize() {
        AtomicInteger finalized = new AtomicInteger();
        Jmpi.run(3, () -> {
            assertTrue(MPI.Initialized());
            String[] arguments = {"a", "b"};
            assertEquals(List.of("a", "b"), List.of(MPI.Init(arguments)));
            MPI.COMM_WORLD.Barrier();
            MPI.Finalize();
            finalized.incrementAndGet();
            assertTrue(MPI.Initialized());
            for (Runnable call : List.<Runnable>of(
                    MPI.COMM_WORLD::Rank,
                    MPI.COMM_SELF::Size,
                    MPI.COMM_WORLD::Barrier,
                    MPI::Finalize,
                    MPI::Get_processor_name,
                    () -> MPI.Buffer_attach(new byte[1]),
                    () -> send(1, 0, 0))) {
                MPIException refusal = assertThrows(MPIException.class, call::run);
                assertEquals("MPI.ERR_OTHER: MPI.Finalize has been called", refusal.getMessage());
            }
            MPI.Init(null);
            MPI.COMM_WORLD.Barrier();
        });
        assertEquals(3, finalized.get());
    }

    @Test
    void finalizeWaitsForEveryRank() {
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicInteger over = new AtomicInteger();
        Jmpi.run(2, () -> {
            if (rank() == 0) {
                // The request is complete when rank 1 calls Finalize, which then waits.
                assertEquals(5, receive(1, 1));
                for (int i = 0; i < 100; i++) Thread.yield();
                assertEquals(0, over.get());
                mayEnd.countDown();
            } else {
                send(5, 0, 1);
            }
            MPI.Finalize();
            assertEquals(0, mayEnd.getCount());
            over.incrementAndGet();
        });
        assertEquals(2, over.get());
    }

    // ---- failures ----

    /** What a rank is stuck in when another one fails. */
    enum Stuck {
        RECEIVING(() -> receive(MPI.ANY_SOURCE, 77)),
        RECEIVING_FROM_A_RANK(() -> receive(2, 77)),
        PROBING(() -> MPI.COMM_WORLD.Probe(MPI.ANY_SOURCE, 77)),
        LOOKING(() -> {
            while (MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, 77) == null) Thread.yield();
        }),
        SENDING(() -> MPI.COMM_WORLD.Ssend(new int[1], 0, 1, MPI.INT, 2, 77)),
        SENDING_MUCH(() -> MPI.COMM_WORLD.Send(new int[1 << 20], 0, 1 << 20, MPI.INT, 2, 77)),
        IN_A_BARRIER(MPI.COMM_WORLD::Barrier),
        IN_A_BROADCAST(() -> MPI.COMM_WORLD.Bcast(new int[1], 0, 1, MPI.INT, 1)),
        IN_A_REDUCTION(() -> MPI.COMM_WORLD.Allreduce(new int[1], 0, new int[1], 0, 1, MPI.INT, MPI.SUM)),
        IN_FINALIZE(MPI::Finalize),
        AT_THE_END_OF_THE_BODY(() -> {}),
        WAITING(() -> irecv().Wait()),
        TESTING(() -> {
            for (Request request = irecv(); request.Test() == null; ) Thread.yield();
        }),
        WAITING_FOR_ANY(() -> Request.Waitany(new Request[] {null, irecv(), irecv()})),
        TESTING_ANY(() -> {
            for (Request[] requests = {irecv(), irecv()}; Request.Testany(requests) == null; ) Thread.yield();
        }),
        TESTING_ALL(() -> {
            for (Request[] requests = {irecv(), irecv()}; Request.Testall(requests) == null; ) Thread.yield();
        }),
        WAITING_FOR_ALL(() -> Request.Waitall(new Request[] {irecv(), irecv()})),
        DETACHING(() -> {
            MPI.Buffer_attach(new byte[1 << 21]);
            MPI.COMM_WORLD.Bsend(new byte[1 << 21], 0, 1 << 21, MPI.BYTE, 2, 77);
            MPI.Buffer_detach();
        });

        private final Runnable call;

        Stuck(Runnable call) {
            this.call = call;
        }

        private static Request irecv() {
            return MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 77);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theFirstFailureIsThrownAfterTheOthersWereStopped(Stuck stuck) {
        IllegalStateException cause = new IllegalStateException("the first");
        AtomicReference<Throwable> others = new AtomicReference<>();
        AtomicReferenceArray<Thread> threads = new AtomicReferenceArray<>(3);
        Throwable thrown = assertThrows(
                IllegalStateException.class,
                () -> Jmpi.run(3, () -> {
                    threads.set(rank(), Thread.currentThread());
                    try {
                        // The failure may reach rank 0 here already. Rank 2 waits for the failure only.
                        MPI.COMM_WORLD.Barrier();
                        if (rank() == 1) throw cause;
                        if (rank() == 0) stuck.call.run();
                        else receive(0, 78);
                    } catch (MPIException e) {
                        if (rank() == 0) others.set(e);
                        throw e;
                    }
                }));
        assertSame(cause, thrown);
        for (int rank = 0; rank < 3; rank++) assertFalse(threads.get(rank).isAlive());
        if (stuck == Stuck.AT_THE_END_OF_THE_BODY) return;
        MPIException failure = (MPIException) others.get();
        assertEquals(MPI.ERR_OTHER, failure.Get_error_class());
        assertEquals("MPI.ERR_OTHER: rank 1 failed: java.lang.IllegalStateException: the first", failure.getMessage());
        assertSame(cause, failure.getCause());
        assertEquals(List.of(), List.of(failure.getSuppressed()), "said once, however many requests it ends");
    }

    @Test
    void anyThrowableIsThrownAsItIs() {
        for (Throwable cause : List.of(
                new IOException("checked"),
                new AssertionError("error"),
                new RuntimeException("unchecked"),
                new InterruptedException("interrupt"),
                new OutOfMemoryError("memory"),
                new Throwable("bare"))) {
            Throwable thrown = assertThrows(
                    Throwable.class,
                    () -> Jmpi.run(2, () -> {
                        if (rank() == 1) JmpiTest.<RuntimeException>sneak(cause);
                        MPI.COMM_WORLD.Barrier();
                    }));
            assertSame(cause, thrown);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable t) throws T {
        throw (T) t;
    }

    @Test
    void theFailureOfTheLastRankCounts() {
        IllegalStateException cause = new IllegalStateException("late");
        assertSame(
                cause,
                assertThrows(
                        IllegalStateException.class,
                        () -> Jmpi.run(3, () -> {
                            int own = rank();
                            MPI.Finalize();
                            if (own == 2) throw cause;
                        })));
    }

    @Test
    void aFailureThatCannotBePrintedEndsTheOthers() {
        RuntimeException unprintable = new IllegalStateException() {
            @Override
            public String getMessage() {
                throw new UnsupportedOperationException();
            }
        };
        RuntimeException thrown = assertThrows(
                IllegalStateException.class,
                () -> Jmpi.run(2, () -> {
                    if (rank() == 1) throw unprintable;
                    receive(1, 1);
                }));
        assertSame(unprintable, thrown);
        assertEquals("rank 1 of 2 failed", thrown.getSuppressed()[0].getMessage());
    }

    @Test
    void aRunAfterAFailedOneIsNotTouchedByIt() {
        for (int i = 0; i < 20; i++) {
            assertThrows(
                    IllegalStateException.class, () -> Jmpi.run(2, () -> failFrom(0, new IllegalStateException())));
            Jmpi.run(2, () -> {
                send(3, 1 - rank(), 3);
                assertEquals(3, receive(1 - rank(), 3));
            });
        }
    }

    @Test
    void anAbortEndsTheRun() {
        MPIException abort = assertThrows(
                MPIException.class,
                () -> Jmpi.run(3, () -> {
                    MPI.COMM_WORLD.Barrier();
                    if (rank() == 2) MPI.COMM_WORLD.Abort(7);
                    receive(MPI.ANY_SOURCE, 1);
                }));
        assertEquals(MPI.ERR_OTHER, abort.Get_error_class());
        assertEquals("MPI.ERR_OTHER: rank 2 called MPI.Abort with code 7", abort.getMessage());
    }

    @Test
    void anInterruptOfTheCallerStopsTheRun() throws Exception {
        CountDownLatch running = new CountDownLatch(2);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Boolean> kept = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            try {
                Jmpi.run(2, () -> {
                    running.countDown();
                    receive(MPI.ANY_SOURCE, 1);
                });
            } catch (RunStoppedException e) {
                thrown.set(e);
            }
            kept.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        running.await();
        caller.interrupt();
        caller.join(TimeUnit.SECONDS.toMillis(30));
        assertFalse(caller.isAlive());
        assertTrue(thrown.get().getMessage().startsWith("the run was interrupted: "), thrown.get()::getMessage);
        assertTrue(kept.get());
    }

    @Test
    void anInterruptOfARankDoesNotEndItsWait() {
        Jmpi.run(2, () -> {
            if (rank() == 0) {
                Thread.currentThread().interrupt();
                assertEquals(4, receive(1, 1));
                assertTrue(Thread.interrupted());
            } else {
                for (int i = 0; i < 1000; i++) Thread.yield();
                send(4, 0, 1);
            }
        });
    }

    @Test
    void theWorldsOfARunHaveTheirCommunicatorsApart() {
        Intracomm world = MPI.COMM_WORLD;
        Jmpi.run(1, () -> {
            assertEquals(1, world.Size());
            assertEquals(1, MPI.COMM_SELF.Size());
        });
        Jmpi.run(4, () -> assertEquals(4, world.Size()));
    }
}
