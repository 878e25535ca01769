package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.transport.Host;
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
            CommException refusal =
                    assertThrows(CommException.class, () -> rank.engine().join(peer -> null, Host.named("here")));
            assertEquals("failed by the test", refusal.getMessage());
        }
    }
}
