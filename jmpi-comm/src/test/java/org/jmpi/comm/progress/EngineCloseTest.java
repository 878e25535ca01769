package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.progress.EngineWorld.By;
import org.jmpi.comm.progress.EngineWorld.Task;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An engine that is closed while other threads of the rank use it. */
@Timeout(60)
class EngineCloseTest {
    private static final int OTHER = EngineRank.CONTEXT + 2;

    private static void assertClosed(Task task) {
        CommException failure = assertThrows(CommException.class, task::run);
        assertEquals(ErrorClass.OTHER, failure.errorClass());
        assertTrue(failure.getMessage().contains("was closed by the test"), failure.getMessage());
    }

    @ParameterizedTest
    @EnumSource
    void whatWaitsFails(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            EngineRank rank = world.rank(0);
            List<Operation> requests = List.of(
                    rank.irecv(new byte[1], 1, 1),
                    rank.irecv(new byte[1], EngineRank.ANY, 2),
                    rank.isend(SendMode.SYNCHRONOUS, new byte[1], 1, 3),
                    rank.isend(new byte[100_000], 1, 4),
                    rank.probe(1, 5));
            List<CompletableFuture<Operation>> waits = new ArrayList<>();
            for (Operation request : requests) waits.add(EngineWorld.async(() -> rank.await(request)));
            while (rank.engine().leader().waits().size() < requests.size()) Thread.yield();
            world.get(EngineWorld.async(rank::close));
            for (CompletableFuture<Operation> wait : waits) assertClosed(() -> world.get(wait));
        }
    }

    @ParameterizedTest
    @EnumSource
    void loopsThatOnlyLookEnd(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            EngineRank rank = world.rank(0);
            RecvRequest receive = rank.irecv(new byte[1], 1, 1);
            CompletableFuture<Void> tests = EngineWorld.async(() -> {
                while (!rank.engine().test(receive)) Thread.onSpinWait();
            });
            CompletableFuture<Void> probes = EngineWorld.async(() -> {
                while (!rank.iprobe(EngineRank.ANY, 1).isDone()) Thread.onSpinWait();
            });
            world.get(EngineWorld.async(rank::close));
            assertClosed(() -> world.get(tests));
            assertClosed(() -> world.get(probes));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsStartedLaterFails(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            EngineRank rank = world.rank(0);
            world.get(EngineWorld.async(rank::close));
            for (int peer = 0; peer < 2; peer++) {
                int to = peer;
                assertClosed(() -> rank.await(rank.isend(new byte[1], to, 1)));
                assertClosed(() -> rank.await(rank.isend(SendMode.SYNCHRONOUS, new byte[1], to, 1)));
                assertClosed(() -> rank.recv(new byte[1], to, 1));
                assertClosed(() -> rank.await(rank.iprobe(to, 1)));
            }
            assertClosed(() -> rank.recv(new byte[1], EngineRank.ANY, 1));
            assertClosed(() -> rank.await(rank.probe(EngineRank.ANY, 1)));
            assertEquals(List.of(), rank.gone());
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatWasSentArrivesAlthoughOtherThreadsWait(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            EngineRank rank = world.rank(0);
            CompletableFuture<RecvRequest> wait = EngineWorld.async(() -> rank.recv(new byte[1], 1, 1));
            while (rank.engine().leader().waits().isEmpty()) Thread.yield();
            for (int i = 0; i < 2_000; i++) rank.isendLong(i, 1, 2);
            CompletableFuture<Void> close = EngineWorld.async(rank::close);
            for (int i = 0; i < 2_000; i++) assertEquals(i, world.rank(1).recvLong(0, 2));
            world.get(close);
            assertClosed(() -> world.get(wait));
            world.assertNoFailure();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsInContextsThatAreOverFails(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            EngineRank rank = world.rank(0);
            List<Operation> requests = List.of(
                    rank.irecv(new byte[1], 1, 1),
                    rank.isend(SendMode.SYNCHRONOUS, new byte[1], 1, 3),
                    rank.probe(EngineRank.ANY, 5));
            List<CompletableFuture<Operation>> waits = new ArrayList<>();
            for (Operation request : requests) waits.add(EngineWorld.async(() -> rank.await(request)));
            while (rank.engine().leader().waits().size() < requests.size()) Thread.yield();
            CommException over = new CommException(ErrorClass.OTHER, "was closed by the test, in part");
            rank.engine().inbox().retireAllBut(EngineRank.CONTEXT, over);
            for (CompletableFuture<Operation> wait : waits) assertTrue(!wait.isDone());
            rank.engine().inbox().retireAllBut(OTHER, over);
            for (CompletableFuture<Operation> wait : waits) assertClosed(() -> world.get(wait));
            world.assertNoFailure();
        }
    }
}
