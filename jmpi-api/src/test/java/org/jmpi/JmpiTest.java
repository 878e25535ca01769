package org.jmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import mpi.MPI;
import mpi.MPIException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class JmpiTest {
    /** Ways to wait for a message that never comes. */
    private enum Blocking {
        RECV(() -> MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 1, 9)),
        RECV_OF_ANY(() -> MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 9)),
        WAIT(() -> MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, 1, 9).Wait()),
        SSEND(() -> MPI.COMM_WORLD.Ssend(new int[1], 0, 1, MPI.INT, 1, 9)),
        LONG_SEND(() -> MPI.COMM_WORLD.Send(new int[1_000_000], 0, 1_000_000, MPI.INT, 1, 9)),
        BARRIER(() -> MPI.COMM_WORLD.Barrier()),
        PROBE(() -> MPI.COMM_WORLD.Probe(1, 9)),
        POLL(() -> {
            mpi.Request request = MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, 1, 9);
            while (request.Test() == null) Thread.yield();
        }),
        POLL_PROBE(() -> {
            while (MPI.COMM_WORLD.Iprobe(1, 9) == null) Thread.yield();
        }),
        FINALIZE(() -> MPI.Finalize());

        final Jmpi.Body call;

        Blocking(Jmpi.Body call) {
            this.call = call;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void runsTheBodyOnceOnEachRank(int ranks) {
        Set<Integer> seen = new ConcurrentSkipListSet<>();
        AtomicInteger calls = new AtomicInteger();
        Jmpi.run(ranks, () -> {
            calls.incrementAndGet();
            assertEquals(ranks, MPI.COMM_WORLD.Size());
            assertTrue(MPI.Initialized());
            seen.add(MPI.COMM_WORLD.Rank());
        });
        assertEquals(ranks, calls.get());
        assertEquals(ranks, seen.size());
        assertTrue(seen.contains(0) && seen.contains(ranks - 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void refusesFewerThanOneRank(int ranks) {
        String message = assertThrows(IllegalArgumentException.class, () -> Jmpi.run(ranks, () -> {}))
                .getMessage();
        assertTrue(message.contains("ranks=" + ranks), message);
    }

    @ParameterizedTest
    @EnumSource
    void throwsTheFirstFailureOnceTheOthersWereStopped(Blocking blocking) {
        IllegalStateException thrown = new IllegalStateException("on purpose");
        Map<Integer, MPIException> stopped = new ConcurrentHashMap<>();
        CountDownLatch blocked = new CountDownLatch(2);
        RuntimeException caught = assertThrows(
                RuntimeException.class,
                () -> Jmpi.run(3, () -> {
                    int rank = MPI.COMM_WORLD.Rank();
                    if (rank == 1) {
                        blocked.await();
                        throw thrown;
                    }
                    blocked.countDown();
                    try {
                        blocking.call.run();
                    } catch (MPIException e) {
                        stopped.put(rank, e);
                        throw e;
                    }
                }));
        assertSame(thrown, caught);
        assertEquals(Set.of(0, 2), stopped.keySet());
        for (MPIException e : stopped.values()) {
            assertEquals(MPI.ERR_OTHER, e.Get_error_class());
            assertTrue(e.getMessage().contains("rank 1"), e.getMessage());
        }
    }

    @Test
    void throwsCheckedExceptionsAndErrorsAsTheyAre() {
        for (Throwable thrown : new Throwable[] {new IOException("checked"), new AssertionError("error")}) {
            Throwable caught = assertThrows(
                    thrown.getClass(),
                    () -> Jmpi.run(2, () -> {
                        if (MPI.COMM_WORLD.Rank() == 0) {
                            if (thrown instanceof Error error) throw error;
                            throw (Exception) thrown;
                        }
                        MPI.COMM_WORLD.Barrier();
                    }));
            assertSame(thrown, caught);
        }
    }

    @Test
    void aRunAfterAFailedOneWorks() {
        for (int i = 0; i < 5; i++) {
            assertThrows(
                    IOException.class,
                    () -> Jmpi.run(3, () -> {
                        if (MPI.COMM_WORLD.Rank() == 2) throw new IOException();
                        MPI.COMM_WORLD.Barrier();
                    }));
            Jmpi.run(3, () -> MPI.COMM_WORLD.Barrier());
        }
    }

    @Test
    void aBodyMayInitializeAndFinalizeAsAProgramDoes() {
        AtomicInteger ends = new AtomicInteger();
        Jmpi.run(3, () -> {
            assertEquals(2, MPI.Init(new String[] {"a", "b"}).length);
            int[] sum = new int[1];
            MPI.COMM_WORLD.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
            assertEquals(3, sum[0]);
            MPI.Finalize();
            assertTrue(MPI.Initialized());
            ends.incrementAndGet();
        });
        assertEquals(3, ends.get());
        assertFalse(MPI.Initialized(), "outside the run");
    }

    @Test
    void aRunInsideARunHasAWorldOfItsOwn() {
        Jmpi.run(2, () -> {
            int outer = MPI.COMM_WORLD.Rank();
            AtomicInteger sum = new AtomicInteger();
            Jmpi.run(3, () -> {
                assertEquals(3, MPI.COMM_WORLD.Size());
                int[] all = new int[1];
                MPI.COMM_WORLD.Allreduce(new int[] {outer + 1}, 0, all, 0, 1, MPI.INT, MPI.SUM);
                sum.addAndGet(all[0]);
            });
            assertEquals(9 * (outer + 1), sum.get());
            assertEquals(2, MPI.COMM_WORLD.Size());
            assertEquals(outer, MPI.COMM_WORLD.Rank());
            MPI.COMM_WORLD.Barrier();
        });
    }

    @Test
    void runsSideBySideDoNotMix() throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] callers = new Thread[3];
        for (int i = 0; i < callers.length; i++) {
            int number = i + 1;
            callers[i] = new Thread(() -> {
                for (int round = 0; round < 20; round++) runOfOwnValue(number);
            });
            callers[i].setUncaughtExceptionHandler((thread, t) -> failure.compareAndSet(null, t));
            callers[i].start();
        }
        for (Thread caller : callers) caller.join();
        assertSame(null, failure.get());
    }

    private static void runOfOwnValue(int number) {
        Jmpi.run(number + 1, () -> {
            int[] all = new int[1];
            MPI.COMM_WORLD.Allreduce(new int[] {number}, 0, all, 0, 1, MPI.INT, MPI.SUM);
            assertEquals(number * (number + 1), all[0]);
        });
    }

    @Test
    void threadsThatABodyStartsBelongToItsRank() {
        Jmpi.run(3, () -> {
            int rank = MPI.COMM_WORLD.Rank();
            int[] seen = {-1, -1};
            Thread thread = new Thread(() -> {
                seen[0] = MPI.COMM_WORLD.Rank();
                Thread inner = new Thread(() -> seen[1] = MPI.COMM_WORLD.Rank());
                inner.start();
                try {
                    inner.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            thread.start();
            thread.join();
            assertEquals(rank, seen[0]);
            assertEquals(rank, seen[1]);
        });
    }

    @Test
    void manyRunsLeaveNoThreadsBehind() throws Exception {
        Jmpi.run(2, () -> MPI.COMM_WORLD.Barrier());
        Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
        for (int i = 0; i < 40; i++) {
            boolean fails = i % 4 == 3;
            Jmpi.Body body = () -> {
                MPI.COMM_WORLD.Barrier();
                if (fails && MPI.COMM_WORLD.Rank() == 1) throw new IOException();
                if (fails) MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 1, 0);
            };
            if (fails) assertThrows(IOException.class, () -> Jmpi.run(3, body));
            else Jmpi.run(3, body);
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (before.contains(thread)) continue;
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
            assertFalse(thread.isAlive(), "left behind: " + thread);
        }
    }

    @Test
    void anInterruptOfTheCallerStopsTheRanks() throws Exception {
        CountDownLatch running = new CountDownLatch(2);
        AtomicInteger stopped = new AtomicInteger();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            try {
                Jmpi.run(2, () -> {
                    running.countDown();
                    try {
                        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 0);
                    } finally {
                        stopped.incrementAndGet();
                    }
                });
            } catch (Throwable t) {
                thrown.set(t);
            }
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        running.await();
        caller.interrupt();
        caller.join();
        assertEquals(2, stopped.get());
        MPIException e = assertInstanceOf(MPIException.class, thrown.get());
        assertTrue(e.getMessage().contains("interrupted"), e.getMessage());
        assertEquals(true, interrupted.get());
    }

    @Test
    void abortEndsAllRanks() {
        AtomicInteger stopped = new AtomicInteger();
        MPIException e = assertThrows(
                MPIException.class,
                () -> Jmpi.run(3, () -> {
                    try {
                        if (MPI.COMM_WORLD.Rank() == 1) MPI.COMM_WORLD.Abort(3);
                        MPI.COMM_WORLD.Barrier();
                    } catch (MPIException aborted) {
                        stopped.incrementAndGet();
                        throw aborted;
                    }
                }));
        assertEquals(3, stopped.get());
        assertTrue(e.getMessage().contains("rank 1 called MPI.Abort with code 3"), e.getMessage());
    }

    @Test
    void wtimeGrowsAndTheHostHasAName() {
        Jmpi.run(2, () -> {
            double start = MPI.Wtime();
            MPI.COMM_WORLD.Barrier();
            assertTrue(MPI.Wtime() >= start);
            assertTrue(MPI.Wtick() > 0 && MPI.Wtick() <= 1e-6, "tick " + MPI.Wtick());
            assertFalse(MPI.Get_processor_name().isBlank());
        });
    }
}
