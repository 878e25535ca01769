package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.AnyOf;
import org.jmpi.comm.operation.ProbeRequest;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.progress.EngineWorld.By;
import org.jmpi.comm.progress.EngineWorld.Task;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of those who still need a rank that has ended: in an orderly way, or by accident. */
@Timeout(60)
class PeerEndTest {
    private static void assertEnded(Task task, String what) {
        CommException failure = assertThrows(CommException.class, task::run);
        assertEquals(
                what.contains("failed") ? ErrorClass.PROC_FAILED : ErrorClass.OTHER,
                failure.errorClass(),
                failure.getMessage());
        assertTrue(failure.getMessage().contains(what), failure.getMessage());
    }

    /** Waits until a rank has heard that another has departed. */
    private static void untilDeparted(EngineRank rank, int peer) throws Exception {
        for (boolean known = false; !known; Thread.yield()) {
            try {
                rank.iprobe(peer, 1000);
                RecvRequest receive = rank.irecv(new byte[1], peer, 1000);
                rank.engine().cancel(receive);
                known = receive.failure() != null;
            } catch (CommException expected) {
                known = true;
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatOnlyADepartedPeerCouldCompleteFails(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 3)) {
            EngineRank rank = world.rank(0);
            RecvRequest fromDeparting = rank.irecv(new byte[1], 2, 9);
            RecvRequest fromAny = rank.irecv(new byte[1], EngineRank.ANY, 8);
            RecvRequest fromOther = rank.irecv(new byte[1], 1, 9);
            SendRequest announced = rank.isend(SendMode.SYNCHRONOUS, new byte[10], 2, 7);
            world.rank(2).untilThereIs(0, 7);
            world.get(EngineWorld.async(world.rank(2)::close));
            assertEnded(() -> rank.await(fromDeparting), "rank 2");
            assertEnded(() -> rank.await(announced), "rank 2");
            assertFalse(fromAny.isDone());
            assertFalse(fromOther.isDone());
            world.rank(1).await(world.rank(1).isend(new byte[1], 0, 8));
            world.rank(1).await(world.rank(1).isend(new byte[1], 0, 9));
            assertEquals(1, rank.await(fromAny).source());
            rank.await(fromOther);
            assertEquals(List.of(2), rank.gone());
            assertEquals(List.of(), world.rank(1).gone());
            world.assertNoFailure();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsStartedAfterThePeersDepartureFails(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 3)) {
            EngineRank rank = world.rank(0);
            world.get(EngineWorld.async(world.rank(2)::close));
            untilDeparted(rank, 2);
            assertEnded(() -> rank.recv(new byte[1], 2, 1), "rank 2");
            assertEnded(() -> rank.await(rank.isend(new byte[1], 2, 1)), "rank 2");
            assertEnded(() -> rank.await(rank.isend(SendMode.SYNCHRONOUS, new byte[0], 2, 1)), "rank 2");
            assertEnded(() -> rank.await(rank.isend(new byte[100_000], 2, 1)), "rank 2");
            assertEquals(List.of(2), rank.gone());
            CompletableFuture<SendRequest> send =
                    EngineWorld.async(() -> world.rank(1).await(world.rank(1).isend(new byte[100_000], 0, 1)));
            rank.recv(new byte[100_000], EngineRank.ANY, 1);
            world.get(send);
            world.assertNoFailure();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aProbeOfADepartedPeerFails(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 3)) {
            EngineRank rank = world.rank(0);
            ProbeRequest before = rank.probe(2, 5);
            world.rank(2).await(world.rank(2).isend(new byte[3], 0, 4));
            world.get(EngineWorld.async(world.rank(2)::close));
            assertEnded(() -> rank.await(before), "rank 2");
            assertEnded(() -> rank.await(rank.iprobe(2, 5)), "rank 2");
            ProbeRequest after = rank.probe(2, 5);
            assertEnded(() -> rank.await(after), "rank 2");
            assertEquals(3, rank.await(rank.iprobe(2, 4)).bytes());
            assertFalse(rank.iprobe(EngineRank.ANY, 5).isDone());
            assertFalse(rank.iprobe(1, 4).isDone());
            world.assertNoFailure();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatADepartedPeerSentIsReceived(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            for (int i = 0; i < 50; i++) world.rank(1).isendLong(i, 0, 1);
            SendRequest announced = world.rank(1).isend(SendMode.SYNCHRONOUS, new byte[10], 0, 2);
            world.get(EngineWorld.async(world.rank(1)::close));
            EngineRank rank = world.rank(0);
            for (int i = 0; i < 50; i++) assertEquals(i, rank.recvLong(1, 1));
            // Its bytes were never asked for, and now there is nobody to ask.
            assertEnded(() -> rank.recv(new byte[10], 1, 2), "rank 1");
            assertFalse(announced.isDone() && announced.failure() == null);
            assertEnded(() -> rank.recv(new byte[10], 1, 3), "rank 1");
            world.assertNoFailure();
        }
    }

    @ParameterizedTest
    @EnumSource
    void nobodyIsBlamedWhoIsNotNeeded(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 3)) {
            RecvRequest fromAny = world.rank(0).irecv(new byte[1], EngineRank.ANY, 1);
            world.get(EngineWorld.async(world.rank(2)::close));
            world.rank(1).await(world.rank(1).isend(new byte[1], 0, 1));
            world.rank(0).await(fromAny);
            world.get(EngineWorld.async(world.rank(1)::close));
            for (int rank = 0; rank < 3; rank++)
                assertEquals(List.of(), world.rank(rank).gone());
            world.assertNoFailure();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoLeavesNeedsPeersForCollectiveOperationsAlone(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 3)) {
            EngineRank rank = world.rank(0);
            for (int peer = 1; peer < 3; peer++) {
                rank.irecv(new byte[1], peer, 9);
                rank.isend(SendMode.SYNCHRONOUS, new byte[10], peer, 7);
                world.rank(peer).untilThereIs(0, 7);
            }
            RecvRequest collective = new RecvRequest();
            collective.segment().set(new Buffer(new byte[1], 0, 1, Layout.of(BasicType.BYTE)));
            collective.set(EngineRank.CONTEXT + 1, 1, 1, 5, null);
            rank.engine().receive(collective);
            rank.engine().failures().leave();
            for (int peer = 2; peer > 0; peer--) world.get(EngineWorld.async(world.rank(peer)::close));
            assertEnded(() -> rank.await(collective), "rank 1");
            assertEquals(List.of(1), rank.gone());
        }
    }

    private static void lose(EngineRank rank) {
        rank.engine().failures().fail(new CommException(ErrorClass.OTHER, "this rank is stopped by the test"));
        rank.close();
    }

    private static void assertPending(Task task) {
        CommException failure = assertThrows(CommException.class, task::run);
        assertEquals(ErrorClass.PROC_FAILED_PENDING, failure.errorClass(), failure.getMessage());
        assertTrue(failure.getMessage().contains("rank 2 on here failed: "), failure.getMessage());
    }

    @ParameterizedTest
    @EnumSource
    void theLossOfAPeerEndsWaitsThatNeedIt(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 3)) {
            EngineRank rank = world.rank(0);
            RecvRequest fromLost = rank.irecv(new byte[1], 2, 9);
            RecvRequest fromOther = rank.irecv(new byte[1], 1, 9);
            CompletableFuture<RecvRequest> needed = EngineWorld.async(() -> rank.await(fromLost));
            CompletableFuture<RecvRequest> other = EngineWorld.async(() -> rank.await(fromOther));
            SendRequest announced = rank.isend(SendMode.SYNCHRONOUS, new byte[10], 2, 7);
            SendRequest toOther = rank.isend(SendMode.SYNCHRONOUS, new byte[10], 1, 7);
            world.rank(2).untilThereIs(0, 7);
            lose(world.rank(2));
            assertEnded(() -> world.get(needed), "rank 2 on here failed: ");
            assertEnded(() -> rank.await(announced), "rank 2 on here failed: ");
            assertEnded(() -> rank.await(rank.isend(new byte[1], 2, 1)), "rank 2 on here failed: ");
            assertEnded(() -> rank.recv(new byte[1], 2, 1), "rank 2 on here failed: ");
            assertFalse(other.isDone() || toOther.isDone());
            world.rank(1).recv(new byte[10], 0, 7);
            world.rank(1).await(world.rank(1).isend(new byte[1], 0, 9));
            world.get(other);
            rank.await(toOther);
            assertEquals(List.of(2), rank.gone());
            assertNull(rank.engine().peers().failure());
        }
    }

    /** A call that failed before would show its stack instead of the cause. */
    @Test
    void theJobKnowsOfALossBeforeACallFailsByIt() {
        boolean[] gone = new boolean[1];
        LoneEngine lone = new LoneEngine(3);
        EngineRank rank = lone.rank();
        rank.onGone(() -> gone[0] = rank.engine().peers().get(1).gone() == null
                && rank.engine().peers().count() == 0);
        rank.engine().frames().onPeerLost(1, new IllegalStateException("cut"));
        assertTrue(gone[0]);
        assertEquals(1, rank.engine().peers().count());
    }

    @ParameterizedTest
    @EnumSource
    void aReceiveFromAnySourceIsPendingAfterTheLossOfOne(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 3)) {
            EngineRank rank = world.rank(0);
            RecvRequest any = rank.irecv(new byte[1], EngineRank.ANY, 9);
            RecvRequest never = rank.irecv(new byte[1], 1, 1000);
            CompletableFuture<RecvRequest> wait = EngineWorld.async(() -> rank.await(any));
            lose(world.rank(2));
            assertPending(() -> world.get(wait));
            assertPending(() -> rank.await(any));
            assertPending(() -> rank.engine().test(any));
            assertPending(() -> rank.engine().await(new AnyOf(List.of(never, any)), "Waitany"));
            assertFalse(any.isDone());
            world.rank(1).await(world.rank(1).isend(new byte[1], 0, 9));
            world.rank(1).await(world.rank(1).isend(new byte[1], 0, 8));
            rank.recv(new byte[1], 1, 8);
            assertEquals(1, rank.await(any).source());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReceiveFromAnySourceStaysAfterTheLossOfAllOthers(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 3)) {
            EngineRank rank = world.rank(0);
            RecvRequest any = rank.irecv(new byte[1], EngineRank.ANY, 9);
            lose(world.rank(1));
            lose(world.rank(2));
            while (rank.engine().peers().count() < 2) Thread.yield();
            CommException failure = assertThrows(CommException.class, () -> rank.await(any));
            assertEquals(ErrorClass.PROC_FAILED_PENDING, failure.errorClass(), failure.getMessage());
            rank.await(rank.isend(new byte[1], 0, 9));
            assertEquals(0, rank.await(any).source());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aProbeOfAnySourceFailsByTheLossOfOne(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 3)) {
            EngineRank rank = world.rank(0);
            RecvRequest receive = rank.irecv(new byte[1], 2, 9);
            ProbeRequest before = rank.probe(EngineRank.ANY, 5);
            CompletableFuture<ProbeRequest> wait = EngineWorld.async(() -> rank.await(before));
            lose(world.rank(2));
            assertEnded(() -> world.get(wait), "rank 2 on here failed: ");
            assertEnded(() -> rank.await(receive), "rank 2 on here failed: ");
            assertEnded(() -> rank.await(rank.iprobe(EngineRank.ANY, 5)), "rank 2 on here failed: ");
            world.rank(1).await(world.rank(1).isend(new byte[1], 0, 5));
            while (!rank.iprobe(1, 5).isDone()) Thread.yield();
            assertEquals(1, rank.await(rank.iprobe(EngineRank.ANY, 5)).source());
        }
    }

    @ParameterizedTest
    @EnumSource
    void theLossOfAPeerEndsLoopsThatOnlyLook(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 3)) {
            EngineRank rank = world.rank(0);
            RecvRequest receive = rank.irecv(new byte[1], 2, 9);
            CompletableFuture<Void> tests = EngineWorld.async(() -> {
                while (!rank.engine().test(receive)) Thread.yield();
            });
            CompletableFuture<Void> probes = EngineWorld.async(() -> {
                while (true) {
                    ProbeRequest probe = rank.iprobe(EngineRank.ANY, 1);
                    if (probe.isDone()) rank.await(probe);
                    Thread.yield();
                }
            });
            lose(world.rank(2));
            world.get(tests);
            assertEnded(() -> rank.await(receive), "rank 2 on here failed: ");
            assertEnded(() -> world.get(probes), "rank 2 on here failed: ");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsThereIsStillFoundAfterAFailure(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            world.rank(1).await(world.rank(1).isend(new byte[1], 0, 1));
            world.rank(0).untilThereIs(1, 1);
            RecvRequest receive = world.rank(0).irecv(new byte[1], 1, 1);
            world.rank(0).await(receive);
            world.rank(0).engine().failures().fail(new CommException(ErrorClass.OTHER, "first"));
            world.rank(0).engine().failures().fail(new CommException(ErrorClass.OTHER, "second"));
            world.rank(0).await(receive);
            assertTrue(world.rank(0).engine().test(receive));
            assertEnded(() -> world.rank(0).recv(new byte[1], 1, 1), "first");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatAnySourceCouldCompleteFailsWhenAllHaveDeparted(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 3)) {
            EngineRank rank = world.rank(0);
            RecvRequest receive = rank.irecv(new byte[1], EngineRank.ANY, 8);
            ProbeRequest probe = rank.probe(EngineRank.ANY, 7);
            world.rank(2).await(world.rank(2).isend(new byte[1], 0, 6));
            world.get(EngineWorld.async(world.rank(2)::close));
            untilDeparted(rank, 2);
            assertFalse(receive.isDone() || probe.isDone());
            world.get(EngineWorld.async(world.rank(1)::close));
            assertEnded(() -> rank.await(receive), "every other rank of the communicator has ended");
            assertEnded(() -> rank.await(probe), "every other rank of the communicator has ended");
            assertEnded(() -> rank.recv(new byte[1], EngineRank.ANY, 8), "has ended");
            assertEnded(() -> rank.await(rank.probe(EngineRank.ANY, 7)), "has ended");
            assertEnded(() -> rank.await(rank.iprobe(EngineRank.ANY, 7)), "has ended");
            assertEquals(2, rank.recv(new byte[1], EngineRank.ANY, 6).source());
            assertTrue(rank.gone().contains(1), "blamed: " + rank.gone());
            world.assertNoFailure();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRankMayStillSendToItselfInACommunicatorOfItsOwn(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            EngineRank rank = world.rank(0);
            rank.isSentToBy(0);
            RecvRequest receive = rank.irecv(new byte[1], EngineRank.ANY, 8);
            world.get(EngineWorld.async(world.rank(1)::close));
            untilDeparted(rank, 1);
            assertFalse(receive.isDone());
            rank.await(rank.isend(new byte[1], 0, 8));
            assertEquals(0, rank.await(receive).source());
        }
    }
}
