package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.transport.CompositeTransport;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.transport.ThreadsTransport;
import org.jmpi.comm.transport.Transport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranks that join others which are at work. */
@Timeout(60)
class JoinTest {
    @ParameterizedTest
    @EnumSource
    void aRankThatJoinsExchangesMessagesWithEachOther(EngineWorld.By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2, 5)) {
            for (int size = 2; size < 5; size++) {
                CompletableFuture<Void> traffic = EngineWorld.async(() -> {
                    for (int i = 0; i < 2_000; i++) {
                        world.rank(0).isendLong(i, 1, 9);
                        assertEquals(i, world.rank(1).recvLong(0, 9));
                    }
                });
                EngineRank joined = world.join();
                for (int other = 0; other < size; other++) {
                    joined.isendLong(7, other, 1);
                    assertEquals(7, world.rank(other).recvLong(size, 1));
                    world.rank(other).isendLong(8, size, 2);
                    assertEquals(8, joined.recvLong(other, 2));
                }
                world.get(traffic);
            }
            world.assertNoFailure();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatWaitsForARankThatJoinedFailsWhenItDeparts(EngineWorld.By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2, 3)) {
            EngineRank joined = world.join();
            EngineRank rank = world.rank(0);
            CompletableFuture<RecvRequest> wait = EngineWorld.async(() -> rank.await(rank.irecv(new byte[1], 2, 1)));
            while (rank.engine().leader().waits().isEmpty()) Thread.yield();
            joined.close();
            assertThrows(CommException.class, () -> world.get(wait));
            assertEquals(List.of(2), rank.gone());
        }
    }

    @ParameterizedTest
    @EnumSource
    void nobodyJoinsARankWhoseMessagesHaveEnded(EngineWorld.By by) {
        try (EngineWorld world = new EngineWorld(by, 2, 3)) {
            EngineRank rank = world.rank(0);
            rank.engine().failures().fail(new CommException(ErrorClass.OTHER, "failed by the test"));
            var process = new RankTransports.Joined("rank 2", Host.named("here"), null, 0);
            CommException refusal = assertThrows(
                    CommException.class, () -> rank.engine().transports().join(List.of(process)));
            assertEquals("failed by the test", refusal.getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTransportToAnotherWorldIsMovedUntilItIsDetached(EngineWorld.By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2);
                EngineWorld other = new EngineWorld(by, 1)) {
            for (int round = 0; round < 20; round++) {
                ThreadsTransport.Meeting meeting = new ThreadsTransport.Meeting(2);
                Crossing here = new Crossing(world.rank(0).engine(), meeting, 0);
                Crossing there = new Crossing(other.rank(0).engine(), meeting, 1);
                assertEquals(2 + round, here.join());
                assertEquals(1 + round, there.join());
                CompletableFuture<Void> within = EngineWorld.async(() -> {
                    world.rank(0).isendLong(5, 1, 9);
                    assertEquals(5, world.rank(1).recvLong(0, 9));
                });
                world.rank(0).isendLong(7, here.number, 1);
                // A message names its sender by the rank in the communicator.
                assertEquals(7, other.rank(0).recvLong(EngineRank.ANY, 1));
                other.rank(0).isendLong(8, there.number, 2);
                assertEquals(8, world.rank(0).recvLong(EngineRank.ANY, 2));
                world.get(within);
                here.leave();
                there.leave();
                assertThrows(
                        CommException.class,
                        () -> world.rank(0).await(world.rank(0).irecv(new byte[1], here.number, 1)));
            }
            world.assertNoFailure();
            other.assertNoFailure();
        }
    }

    /** One side of the connection between two worlds. */
    private static final class Crossing implements FrameHandler {
        private final ProgressEngine engine;
        private final CompositeTransport.Member member;
        private final Transport transport;
        private final int rank;
        private int number = -1;

        Crossing(ProgressEngine engine, ThreadsTransport.Meeting meeting, int rank) {
            this.engine = engine;
            this.rank = rank;
            this.member = engine.transports().member(this);
            this.transport = meeting.open(rank, Host.named("here"), member);
        }

        int join() {
            Endpoint way = transport.endpoint(1 - rank, null);
            number = engine.transports()
                    .join(List.of(new RankTransports.Joined("other", Host.named("here"), way, 1000)));
            transport.start();
            engine.transports().attach(member, transport);
            return number;
        }

        void leave() {
            engine.transports().leave(number, 1);
            engine.transports().detach(member);
            transport.close(0);
        }

        @Override
        public Sink onFrame(int peer, long word0, long word1, long word2, long word3) {
            return engine.frames().onFrame(number, word0, word1, word2, word3);
        }

        @Override
        public void onPeerLost(int peer, Throwable cause) {
            engine.frames().onPeerLost(number, cause);
        }

        @Override
        public void onPeerDeparted(int peer) {
            engine.frames().onPeerDeparted(number);
        }

        @Override
        public void onWork() {
            engine.frames().onWork();
        }
    }

    /** A receive that is posted for a process stays that process's, whoever joins later. */
    @ParameterizedTest
    @EnumSource
    void noNumberIsUsedAgain(EngineWorld.By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 1)) {
            EngineRank rank = world.rank(0);
            var process = new RankTransports.Joined("one of many", Host.named("here"), frame -> {}, 1000);
            List<RankTransports.Joined> many = Collections.nCopies(1000, process);
            for (int first = 1; first < 100_000; first += many.size()) {
                assertEquals(first, rank.engine().transports().join(many));
                RecvRequest receive = rank.irecv(new byte[1], first + 7, 1);
                rank.engine().transports().leave(first, many.size());
                CommException gone = assertThrows(CommException.class, () -> rank.await(receive));
                assertEquals(ErrorClass.OTHER, gone.errorClass());
            }
            assertEquals(100_001, rank.engine().peers().size());
            rank.isendLong(3, 0, 4);
            assertEquals(3, rank.recvLong(0, 4));
        }
    }
}
