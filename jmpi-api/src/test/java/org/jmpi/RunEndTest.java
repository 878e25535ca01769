package org.jmpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import mpi.MPI;
import mpi.MPIException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.opentest4j.TestAbortedException;

/**
 * What {@code Jmpi.run} returns and throws. Tests that wait for a time limit wait at the same time, but not while other
 * classes are tested: a thread outside a run gets another message while a run is under way.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RunEndTest {
    private static final Duration SHORT = Duration.ofMillis(1500);

    private static int rank() {
        return MPI.COMM_WORLD.Rank();
    }

    private static void receive(int source, int tag) {
        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, source, tag);
    }

    private static List<String> suppressed(Throwable thrown) {
        return Arrays.stream(thrown.getSuppressed())
                .map(each -> each.getMessage() + (each.getCause() == null ? "" : ": " + each.getCause()))
                .toList();
    }

    // ---- results ----

    @Test
    void resultsComeInTheOrderOfTheRanks() throws Exception {
        List<Integer> ranks = Jmpi.call(3, RunEndTest::rank);
        assertEquals(List.of(0, 1, 2), ranks);
        List<String> names = Jmpi.call(2, Duration.ofSeconds(100), () -> rank() == 0 ? null : "one");
        assertEquals(Arrays.asList(null, "one"), names);
        assertThrows(UnsupportedOperationException.class, () -> ranks.set(0, 1));
    }

    @Test
    void limitsAndBodiesAreChecked() {
        for (Duration limit : List.of(Duration.ZERO, Duration.ofNanos(-1)))
            assertEquals(
                    "time limit out of range: " + limit + ", more than 0",
                    assertThrows(IllegalArgumentException.class, () -> Jmpi.run(1, limit, () -> {}))
                            .getMessage());
        assertThrows(NullPointerException.class, () -> Jmpi.run(1, null, () -> {}));
        assertThrows(NullPointerException.class, () -> Jmpi.run(1, null));
        assertThrows(NullPointerException.class, () -> Jmpi.call(1, null));
        Jmpi.run(1, Duration.ofSeconds(Long.MAX_VALUE), () -> {});
    }

    // ---- exceptions ----

    @Test
    void aBodyMayThrowCheckedExceptionsThatTheCallerDoesNotDeclare() {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Jmpi.run(2, () -> {
            Thread.sleep(0);
            barrier.await();
        });
    }

    @Test
    void aCheckedExceptionIsThrownAsItIs() {
        FileNotFoundException thrown = assertThrows(
                FileNotFoundException.class,
                () -> Jmpi.run(2, () -> {
                    if (rank() == 1) throw new FileNotFoundException("none");
                    MPI.COMM_WORLD.Barrier();
                }));
        assertEquals("none", thrown.getMessage());
    }

    // ---- failures ----

    @Test
    void aFailureNamesItsRankAndKeepsItsType() {
        IllegalStateException cause = new IllegalStateException("boom");
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> Jmpi.run(4, () -> {
                    if (rank() == 2) throw cause;
                    MPI.COMM_WORLD.Barrier();
                }));
        assertSame(cause, thrown);
        assertEquals(List.of("rank 2 of 4 failed"), suppressed(thrown));
        RankFailure note = (RankFailure) thrown.getSuppressed()[0];
        assertEquals(2, note.rank());
        assertTrue(
                Arrays.stream(note.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().contains("aFailureNamesItsRank")),
                "shows the caller of Jmpi.run");
    }

    @Test
    void anAbortedTestStaysOne() {
        TestAbortedException thrown = assertThrows(
                TestAbortedException.class,
                () -> Jmpi.run(2, () -> {
                    if (rank() == 1) throw new TestAbortedException("assumption");
                    receive(1, 1);
                }));
        assertEquals(List.of("rank 1 of 2 failed"), suppressed(thrown));
    }

    @Test
    void failuresOfOthersAreSuppressedUnlessTheyFollow() {
        CountDownLatch failed = new CountDownLatch(1);
        IOException thrown = assertThrows(
                IOException.class,
                () -> Jmpi.run(5, () -> {
                    switch (rank()) {
                        case 0 -> {
                            assertThrows(MPIException.class, () -> receive(3, 1));
                            failed.countDown();
                            throw new AssertionError("own");
                        }
                        case 1 -> receive(3, 1);
                        case 2 -> {
                            try {
                                receive(3, 1);
                            } catch (MPIException e) {
                                throw new IllegalStateException("wrapped", e);
                            }
                        }
                        case 3 -> throw new IOException("first");
                        default -> failed.await();
                    }
                }));
        assertEquals("first", thrown.getMessage());
        assertEquals(
                List.of("rank 3 of 5 failed", "rank 0 of 5 failed, too: java.lang.AssertionError: own"),
                suppressed(thrown));
    }

    @Test
    void anExceptionThatRanksShareIsNotSuppressedByItself() {
        IllegalStateException shared = new IllegalStateException("shared");
        CyclicBarrier barrier = new CyclicBarrier(2);
        assertSame(
                shared,
                assertThrows(
                        IllegalStateException.class,
                        () -> Jmpi.run(2, () -> {
                            barrier.await();
                            throw shared;
                        })));
        assertEquals(2, shared.getSuppressed().length);
        assertTrue(suppressed(shared).get(0).matches("rank [01] of 2 failed"));
        assertTrue(suppressed(shared).get(1).matches("rank [01] of 2 failed, too"));
    }

    @Test
    void theRankThatAbortsIsTheOneThatFailed() {
        for (int i = 0; i < 20; i++) {
            MPIException thrown = assertThrows(
                    MPIException.class,
                    () -> Jmpi.run(3, () -> {
                        if (rank() == 1) MPI.COMM_WORLD.Abort(3);
                        receive(1, 1);
                    }));
            assertEquals(List.of("rank 1 of 3 failed"), suppressed(thrown));
        }
    }

    @Test
    void theRankWhoseErrorsAreFatalIsTheOneThatFailed() {
        MPIException thrown = assertThrows(
                MPIException.class,
                () -> Jmpi.run(3, () -> {
                    MPI.Errorhandler_set(MPI.ERRORS_ARE_FATAL);
                    if (rank() == 1) MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 3, 1);
                    receive(1, 1);
                }));
        assertEquals(MPI.ERR_RANK, thrown.Get_error_class());
        assertTrue(suppressed(thrown).contains("rank 1 of 3 failed"), suppressed(thrown)::toString);
    }

    @Test
    void theRanksOfNestedRunsAreBothNamed() {
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> Jmpi.run(2, () -> {
                    int outer = rank();
                    Jmpi.run(3, () -> {
                        if (outer == 1 && rank() == 2) throw new IllegalStateException("inner");
                    });
                }));
        assertEquals(List.of("rank 2 of 3 failed", "rank 1 of 2 failed"), suppressed(thrown));
    }

    // ---- limits and interrupts ----

    private static void hang() {
        if (rank() == 0) MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 1, 5);
        receive(1 - rank(), 6 + rank());
    }

    private static void showsTheDeadlock(Throwable thrown, String reason) {
        String text = thrown.getMessage();
        for (String part : List.of(
                reason
                        + ": deadlock: rank 0 in Recv(source=1, tag=6) waits for rank 1 in Recv(source=0, tag=7) "
                        + "waits for"
                        + " rank 0\nrank 1 waits for tag 7 from rank 0; a message with tag 5 from rank 0 is here\n",
                "ranks 0, 1: \"main\"\n        at mpi.Comm.Recv(Comm.java:",
                "RunEndTest.hang(",
                "rank 1 of 2:\n")) assertTrue(text.contains(part), () -> "missing: " + part + " in " + text);
        assertFalse(text.contains("org.jmpi.comm."), text);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aLimitEndsAllThreadsThatWait() {
        AtomicReference<Thread> rank = new AtomicReference<>();
        AtomicReference<Thread> other = new AtomicReference<>();
        RunStoppedException thrown = assertThrows(
                RunStoppedException.class,
                () -> Jmpi.run(2, Duration.ofSeconds(4), () -> {
                    if (rank() == 0) {
                        rank.set(Thread.currentThread());
                        other.set(new Thread(() -> assertThrows(MPIException.class, () -> receive(1, 9))));
                        other.get().start();
                        MPI.COMM_WORLD.Probe(1, 6);
                    }
                    receive(0, 7);
                }));
        assertTrue(thrown.getMessage().startsWith("the ranks did not end within 4 s: deadlock: "), thrown::getMessage);
        assertEquals(List.of(), suppressed(thrown));
        assertFalse(rank.get().isAlive());
        joins(other.get());
    }

    private static void joins(Thread thread) {
        try {
            thread.join(30_000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        assertFalse(thread.isAlive(), "waits in MPI");
    }

    @Tag("full")
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aLimitNamesWhatIsHereInstead() {
        showsTheDeadlock(
                assertThrows(RunStoppedException.class, () -> Jmpi.run(2, Duration.ofSeconds(5), RunEndTest::hang)),
                "the ranks did not end within 5 s");
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void anExchangeIsNamedAsSuch() {
        RunStoppedException thrown = assertThrows(
                RunStoppedException.class,
                () -> Jmpi.run(2, Duration.ofSeconds(4), () -> {
                    int[] items = new int[1];
                    int peer = 1 - rank();
                    if (rank() == 0)
                        MPI.COMM_WORLD.Sendrecv(items, 0, 1, MPI.INT, peer, 5, items, 0, 1, MPI.INT, peer, 6);
                    else MPI.COMM_WORLD.Sendrecv_replace(items, 0, 1, MPI.INT, peer, 7, peer, 8);
                }));
        assertTrue(
                thrown.getMessage()
                        .contains("rank 0 in Sendrecv(source=1, tag=6) waits for rank 1 in Sendrecv(source=0, tag=8)"),
                thrown::getMessage);
    }

    @Tag("full")
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void anInterruptShowsTheSame() throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicBoolean kept = new AtomicBoolean();
        CountDownLatch sent = new CountDownLatch(2);
        Thread caller = new Thread(() -> {
            thrown.set(assertThrows(
                    RunStoppedException.class,
                    () -> Jmpi.run(2, () -> {
                        sent.countDown();
                        hang();
                    })));
            kept.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        sent.await();
        caller.join(4000);
        caller.interrupt();
        joins(caller);
        showsTheDeadlock(thrown.get(), "the run was interrupted");
        assertTrue(kept.get());
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aLimitEndsRanksThatWaitElsewhere() {
        RunStoppedException thrown =
                assertThrows(RunStoppedException.class, () -> Jmpi.run(2, SHORT, () -> new CountDownLatch(1).await()));
        assertTrue(
                thrown.getMessage()
                        .startsWith("the ranks did not end within 1.5 s: no rank waits in an MPI call\n\nranks 0, 1:"),
                thrown::getMessage);
        assertEquals(List.of(), suppressed(thrown));
    }

    @Tag("full")
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aRankThatDoesNotEndIsNamedAndLeftBehind() {
        CountDownLatch end = new CountDownLatch(1);
        AtomicReference<Thread> busy = new AtomicReference<>();
        RunStoppedException thrown = assertThrows(
                RunStoppedException.class,
                () -> Jmpi.run(2, SHORT, () -> {
                    if (rank() == 0) return;
                    busy.set(Thread.currentThread());
                    while (end.getCount() > 0) Thread.onSpinWait();
                }));
        assertTrue(thrown.getMessage().endsWith("\nrank 1 goes on, though it was interrupted"), thrown::getMessage);
        assertTrue(thrown.getMessage().contains("rank 1 is not in an MPI call; rank 0 in Finalize waits for rank 1"));
        end.countDown();
        joins(busy.get());
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aFailureBeforeTheLimitCountsMore() {
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> Jmpi.run(2, SHORT, () -> {
                    if (rank() == 0) throw new IllegalStateException("first");
                    new CountDownLatch(1).await();
                }));
        assertEquals("rank 0 of 2 failed", suppressed(thrown).get(0));
        assertTrue(suppressed(thrown).get(1).startsWith("the ranks did not end within 1.5 s: "));
    }

    @Test
    void aRunInTimeIsNotTouched() {
        int[] sum = new int[3];
        Jmpi.run(
                3,
                Duration.ofSeconds(100),
                () -> MPI.COMM_WORLD.Allreduce(new int[] {1}, 0, sum, rank(), 1, MPI.INT, MPI.SUM));
        assertArrayEquals(new int[] {3, 3, 3}, sum);
        assertNull(Jmpi.call(1, Duration.ofSeconds(100), () -> null).get(0));
    }
}
