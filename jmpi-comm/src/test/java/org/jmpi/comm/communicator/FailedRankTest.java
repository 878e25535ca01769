package org.jmpi.comm.communicator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jmpi.comm.coll.Algorithms;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.operation.Losses;
import org.jmpi.comm.operation.MessageOperation;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.progress.PeerListener;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.Loopback;
import org.jmpi.comm.transport.ThreadsTransport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Four ranks of this JVM, of which rank 2 fails: what needs it fails by its name, all else completes. */
@Timeout(60)
class FailedRankTest {
    private static final int SIZE = 4;
    private static final int VICTIM = 2;
    private static final int LIMIT_SECONDS = 30;

    /** Within this time a call ends that does not wait for its send. */
    private static final long EARLY_NANOS = 20_000_000;

    private static final TypeHandle INT = TypeHandle.predefined(Layout.of(BasicType.INT));

    private static final TypeHandle BYTE = TypeHandle.predefined(Layout.of(BasicType.BYTE));

    /** The ranks that go on together. */
    private static final int[] SURVIVORS = {0, 1, 3};

    private static final int SURVIVORS_CONTEXT = 200;

    private static final Binding<MessageOperation> BINDING = new Binding<>() {
        @Override
        public MessageOperation status(MessageOperation done, int index) {
            return done;
        }

        @Override
        public MessageOperation[] statuses(int length) {
            return new MessageOperation[length];
        }

        @Override
        public RuntimeException raised(Communicator comm, CommException failure) {
            return failure;
        }
    };

    private static final class SilentListener implements PeerListener {
        @Override
        public void onPeerGone(int peer, CommException cause) {}

        @Override
        public void beforeFailure() {}

        @Override
        public int[] senders(int context) {
            return context < SURVIVORS_CONTEXT ? null : SURVIVORS;
        }
    }

    /** The way to a peer. */
    private final class ObservedEndpoint implements Endpoint {
        private final int rank;
        private final int peer;
        private final Endpoint endpoint;

        ObservedEndpoint(int rank, int peer, Endpoint endpoint) {
            this.rank = rank;
            this.peer = peer;
            this.endpoint = endpoint;
        }

        @Override
        public void send(Frame frame) {
            endpoint.send(frame);
        }

        @Override
        public boolean isReached() {
            return endpoint.isReached();
        }

        @Override
        public void peerFailed() {
            endpoint.peerFailed();
            if (rank == 0 && peer == VICTIM) duringFailure.run();
        }
    }

    /** Runs while rank 0 notes the failure. */
    private volatile Runnable duringFailure = () -> {};

    private final List<ProgressEngine> engines = new ArrayList<>();
    private final List<Communicator> all = new ArrayList<>();
    private final List<Communicator> survivors = new ArrayList<>();

    FailedRankTest() {
        JmpiConfig config = JmpiConfig.load(new Properties(), Map.of("JMPI_CONTINUE", "1"));
        ThreadsTransport.Meeting meeting = new ThreadsTransport.Meeting(SIZE);
        List<ThreadsTransport> transports = new ArrayList<>();
        for (int rank = 0; rank < SIZE; rank++) {
            ProgressEngine engine = new ProgressEngine(rank, config, new SilentListener(), Events.NONE);
            engines.add(engine);
            transports.add(meeting.open(rank, Host.named("here"), engine.frames()));
        }
        for (int rank = 0; rank < SIZE; rank++) start(rank, transports.get(rank));
    }

    private void start(int rank, ThreadsTransport transport) {
        ProgressEngine engine = engines.get(rank);
        Loopback self = new Loopback(rank, engine.frames());
        engine.start(
                transport,
                peer -> peer == rank ? self : new ObservedEndpoint(rank, peer, transport.endpoint(peer, null)),
                Collections.nCopies(SIZE, Host.named("here")),
                true);
        Process process = new Process(rank, SIZE, engine, 0, Algorithms.DEFAULT, n -> {});
        all.add(Communicator.intra(process, Group.world(SIZE), 100));
        survivors.add(rank == VICTIM ? null : Communicator.intra(process, Group.of(SURVIVORS), SURVIVORS_CONTEXT));
    }

    @AfterEach
    void close() {
        CommException cause = new CommException(ErrorClass.OTHER, "closed by the test");
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (ProgressEngine engine : engines) ends.add(CompletableFuture.runAsync(() -> engine.close(cause, 0)));
        ends.forEach(CompletableFuture::join);
    }

    /** Ends a rank as if its process had died. */
    private void kill() {
        CommException cause = new CommException(ErrorClass.OTHER, "killed by the test");
        engines.get(VICTIM).failures().fail(cause);
        engines.get(VICTIM).close(cause, 0);
    }

    /** Runs a part of each rank's program, and throws what ended one. */
    private static void runOn(int[] ranks, Consumer<Integer> part) throws Exception {
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (int rank : ranks) {
            CompletableFuture<Void> end = new CompletableFuture<>();
            ends.add(end);
            Thread thread = new Thread(() -> {
                try {
                    part.accept(rank);
                    end.complete(null);
                } catch (Throwable e) {
                    end.completeExceptionally(e);
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
        for (CompletableFuture<Void> end : ends) {
            try {
                end.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                throw new AssertionError(e.getCause());
            }
        }
    }

    private static CollectiveOperation allreduce(int rank, int[] sum) {
        return new CollectiveOperation(CollectiveKind.ALLREDUCE)
                .send(new UserBuffer(new int[] {rank}, 0, 1, INT))
                .receive(new UserBuffer(sum, 0, 1, INT))
                .op(Predefined.SUM);
    }

    private static void assertFailed(Runnable call) {
        CommException failure = assertThrows(CommException.class, call::run);
        assertEquals(ErrorClass.PROC_FAILED, failure.errorClass(), failure.getMessage());
        assertTrue(failure.getMessage().contains("rank 2"), failure.getMessage());
    }

    private static UserBuffer one(int[] array) {
        return new UserBuffer(array, 0, 1, INT);
    }

    @Test
    void collectiveOperationsInFlightFailThoughTheyExchangeNothingWithTheFailedRank() throws Exception {
        RequestHandle[][] handles = new RequestHandle[SIZE][20];
        PersistentHandle[] persistent = new PersistentHandle[SIZE];
        RequestHandle[] among = new RequestHandle[SIZE];
        int[][] sums = new int[SIZE][1];
        for (int rank : SURVIVORS) {
            Collectives calls = all.get(rank).collectives();
            for (int i = 0; i < handles[rank].length; i++) handles[rank][i] = calls.start(allreduce(rank, new int[1]));
            persistent[rank] = calls.prepare(allreduce(rank, new int[1]));
            persistent[rank].start(BINDING);
            among[rank] = survivors.get(rank).collectives().start(allreduce(rank, sums[rank]));
        }
        runOn(new int[] {0, 1, 2, 3}, rank -> {
            if (rank == VICTIM) {
                kill();
                return;
            }
            for (RequestHandle handle : handles[rank]) assertFailed(() -> handle.await(BINDING));
            assertFailed(() -> persistent[rank].await(BINDING));
            persistent[rank].start(BINDING);
            assertFailed(() -> persistent[rank].await(BINDING));
            among[rank].await(BINDING);
            assertEquals(4, sums[rank][0]);
        });
    }

    @Test
    void aBlockingOperationInSharedMemoryFailsAtEachRankAndOthersGoOn() throws Exception {
        runOn(new int[] {0, 1, 2, 3}, rank -> {
            for (int i = 0; i < 10; i++) {
                int[] sum = new int[1];
                all.get(rank).collectives().run(allreduce(rank, sum));
                assertEquals(6, sum[0]);
            }
        });
        runOn(new int[] {0, 1, 2, 3}, rank -> {
            if (rank == VICTIM) {
                kill();
                return;
            }
            assertFailed(() -> all.get(rank).collectives().run(allreduce(rank, new int[1])));
            assertFailed(() -> all.get(rank).collectives().run(allreduce(rank, new int[1])));
            for (int i = 0; i < 10; i++) {
                int[] sum = new int[1];
                survivors.get(rank).collectives().run(allreduce(rank, sum));
                assertEquals(4, sum[0]);
            }
        });
    }

    /** An operation may fail then, and other ranks learn from this one that it has left the operation for that. */
    @Test
    void theFailedRankIsKnownWhileItsFailureIsBeingNoted() {
        AtomicInteger known = new AtomicInteger(Communicator.UNDEFINED);
        duringFailure = () -> known.set(all.get(0).failedRank());
        kill();
        assertFailed(() -> all.get(0).pointToPoint().recv(one(new int[1]), VICTIM, 8, BINDING));
        assertEquals(VICTIM, known.get());
    }

    @Test
    void pointToPointOfSurvivorsGoesOn() throws Exception {
        RequestHandle any = all.get(0).pointToPoint().irecv(one(new int[1]), Communicator.ANY_SOURCE, 7);
        RequestHandle needed = all.get(0).pointToPoint().irecv(one(new int[1]), VICTIM, 8);
        runOn(new int[] {0, 1, 2}, rank -> {
            if (rank == VICTIM) kill();
            if (rank == 1) {
                PointToPoint calls = all.get(1).pointToPoint();
                for (int i = 0; i < 1000; i++) calls.send(SendMode.SYNCHRONOUS, one(new int[] {i}), 0, 1);
            }
            if (rank != 0) return;
            PointToPoint calls = all.get(0).pointToPoint();
            int[] got = new int[1];
            for (int i = 0; i < 1000; i++) {
                calls.recv(one(got), 1, 1, BINDING);
                assertEquals(i, got[0]);
            }
            assertFailed(() -> needed.await(BINDING));
        });
        assertFailed(() -> all.get(0).pointToPoint().recv(one(new int[1]), Communicator.ANY_SOURCE, 9, BINDING));
        assertFailed(() -> all.get(0).pointToPoint().probe(Communicator.ANY_SOURCE, 9, BINDING));
        RequestHandle never = all.get(0).pointToPoint().irecv(one(new int[1]), 3, 6);
        RequestArray<MessageOperation> both = new RequestArray<>(new RequestHandle[] {never, any}, BINDING);
        for (Runnable call : List.<Runnable>of(
                () -> any.await(BINDING), () -> any.test(BINDING), both::awaitAny, both::testAny, both::testSome))
            assertEquals(
                    ErrorClass.PROC_FAILED_PENDING,
                    assertThrows(CommException.class, call::run).errorClass());
        all.get(3).pointToPoint().send(SendMode.STANDARD, one(new int[1]), 0, 7);
        all.get(3).pointToPoint().send(SendMode.STANDARD, one(new int[1]), 0, 6);
        never.await(BINDING);
        assertEquals(3, any.await(BINDING).source());
    }

    /** It exits, or an exception ends it: then its peers need not be connected to a rank that waits for it. */
    @Test
    void aRankThatEndsWithoutFinalizeFailsTheOthersAfterItsLastMessage() throws Exception {
        Map<Integer, RequestHandle> reductions = new HashMap<>();
        for (int rank : SURVIVORS)
            reductions.put(rank, all.get(rank).collectives().start(allreduce(rank, new int[1])));
        RequestHandle needed = all.get(0).pointToPoint().irecv(one(new int[1]), VICTIM, 8);
        all.get(VICTIM).pointToPoint().send(SendMode.STANDARD, one(new int[] {5}), 0, 7);
        engines.get(VICTIM).close(new CommException(ErrorClass.OTHER, "ended by the test"), 0);
        runOn(SURVIVORS, rank -> assertFailed(() -> reductions.get(rank).await(BINDING)));
        assertFailed(() -> needed.await(BINDING));
        int[] got = new int[1];
        all.get(0).pointToPoint().recv(one(got), VICTIM, 7, BINDING);
        assertEquals(5, got[0]);
    }

    @Test
    void aCollectiveOperationThatFailsWithdrawsItsMessages() throws Exception {
        byte[] data = new byte[1 << 20];
        CollectiveOperation bcast =
                new CollectiveOperation(CollectiveKind.BCAST, 0).send(new UserBuffer(data, 0, data.length, BYTE));
        RequestHandle started = all.get(0).collectives().start(bcast);
        kill();
        assertFailed(() -> started.await(BINDING));
        for (int rank : SURVIVORS)
            while (!engines.get(rank).inbox().describe().contains("nothing awaited, nothing unexpected"))
                Thread.yield();
    }

    @Test
    void theOtherLeadersFailureFailsEachRankOfAGroup() throws Exception {
        kill();
        runOn(new int[] {0, 1}, rank -> {
            Communicator local = Communicator.intra(all.get(rank).process(), Group.of(0, 1), 300);
            assertFailed(() -> Intercommunicators.create(local, 0, all.get(rank), VICTIM, 5));
        });
    }

    private static void assertPending(Runnable call) {
        CommException failure = assertThrows(CommException.class, call::run);
        assertEquals(ErrorClass.PROC_FAILED_PENDING, failure.errorClass(), failure.getMessage());
    }

    /** Returns what completes a receive that is pending, by calls of Test until a message has come. */
    private static MessageOperation testUntilDone(RequestHandle pending) {
        while (true) {
            try {
                MessageOperation done = pending.test(BINDING);
                if (done != null) return done;
            } catch (CommException e) {
                assertEquals(ErrorClass.PROC_FAILED_PENDING, e.errorClass(), e.getMessage());
            }
        }
    }

    @Test
    void aPendingReceiveIsTestedUntilItsMessageComesOrIsCancelled() throws Exception {
        PointToPoint calls = all.get(0).pointToPoint();
        kill();
        assertFailed(() -> calls.recv(one(new int[1]), Communicator.ANY_SOURCE, 9, BINDING));
        int[] got = new int[1];
        RequestHandle any = calls.irecv(one(got), Communicator.ANY_SOURCE, 7);
        RequestHandle other = calls.irecv(one(new int[1]), Communicator.ANY_SOURCE, 8);
        assertPending(() -> any.await(BINDING));
        runOn(new int[] {0, 3}, rank -> {
            if (rank == 0) assertEquals(3, testUntilDone(any).source());
            else all.get(3).pointToPoint().send(SendMode.SYNCHRONOUS, one(new int[] {5}), 0, 7);
        });
        assertEquals(5, got[0]);
        assertPending(() -> other.await(BINDING));
        other.cancel(BINDING);
        assertTrue(other.await(BINDING).isCancelled());
        runOn(new int[] {0, 1}, rank -> {
            PointToPoint among = survivors.get(rank).pointToPoint();
            if (rank == 0) among.recv(one(got), Communicator.ANY_SOURCE, 8, BINDING);
            else among.send(SendMode.SYNCHRONOUS, one(new int[] {6}), 0, 8);
        });
        assertEquals(6, got[0]);
    }

    /** A receive that is pending at the first look of its wait, and whose message comes before the second one. */
    private static final class CompletedBetweenLooks implements Completion {
        private int looks;

        @Override
        public boolean isDone() {
            return looks > 1;
        }

        @Override
        public CommException pending(Losses losses) {
            return looks++ == 0 ? new CommException(ErrorClass.PROC_FAILED_PENDING, "pending") : null;
        }

        @Override
        public void wakes(Runnable alarm) {}
    }

    @Test
    void aMessageThatComesWhileItsWaitEndsCompletesTheReceive() {
        kill();
        ProgressEngine engine = engines.get(0);
        while (engine.peers().failedAmong(new int[] {VICTIM}) < 0) engine.test(new CompletedBetweenLooks());
        assertTrue(engine.test(new CompletedBetweenLooks()));
        engine.await(new CompletedBetweenLooks(), "Wait");
    }

    @Test
    void anExchangeWhoseReceiveFailsEndsWithItsSend() throws Exception {
        int count = 1 << 20;
        AtomicBoolean isOver = new AtomicBoolean();
        kill();
        runOn(new int[] {0, 3}, rank -> {
            PointToPoint calls = all.get(rank).pointToPoint();
            if (rank == 0) {
                UserBuffer sent = new UserBuffer(new int[count], 0, count, INT);
                assertFailed(() -> calls.sendrecv(sent, 3, 7, one(new int[1]), Communicator.ANY_SOURCE, 7, BINDING));
                isOver.set(true);
                return;
            }
            calls.probe(0, 7, BINDING);
            long start = System.nanoTime();
            while (!isOver.get() && System.nanoTime() - start < EARLY_NANOS) Thread.onSpinWait();
            assertFalse(isOver.get(), "the array is still being sent");
            calls.recv(new UserBuffer(new int[count], 0, count, INT), 0, 7, BINDING);
        });
        assertTrue(isOver.get());
    }

    @Test
    void oneTestFindsTheFailureOfAnyRequest() throws Exception {
        RequestHandle never = all.get(0).pointToPoint().irecv(one(new int[1]), 3, 6);
        RequestHandle reduction = all.get(0).collectives().start(allreduce(0, new int[1]));
        kill();
        RequestArray<MessageOperation> both = new RequestArray<>(new RequestHandle[] {never, reduction}, BINDING);
        assertFailed(() -> {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
            while (both.testAny() == null && System.nanoTime() - end < 0) Thread.onSpinWait();
        });
    }
}
