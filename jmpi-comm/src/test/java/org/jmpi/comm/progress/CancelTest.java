package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.progress.EngineWorld.By;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A request that is cancelled is either withdrawn or completes as if it had not been. */
@Timeout(60)
class CancelTest {
    @ParameterizedTest
    @EnumSource
    void aReceiveWithoutAMessageIsWithdrawn(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            EngineRank receiver = world.rank(1);
            for (int from : new int[] {0, EngineRank.ANY}) {
                byte[] untouched = {1, 2, 3};
                RecvRequest receive = receiver.irecv(untouched, from, 3);
                receiver.engine().cancel(receive);
                assertTrue(receiver.await(receive).isCancelled());
                byte[] next = new byte[3];
                RecvRequest second = receiver.irecv(next, from, 3);
                receiver.engine().cancel(receive);
                SendRequest send = world.rank(0).isend(new byte[] {9, 9, 9}, 1, 3);
                assertFalse(receiver.await(second).isCancelled());
                world.rank(0).await(send);
                assertArrayEquals(new byte[] {1, 2, 3}, untouched);
                assertArrayEquals(new byte[] {9, 9, 9}, next);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReceiveThatHasItsMessageIsNotWithdrawn(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            EngineRank receiver = world.rank(1);
            for (int bytes : new int[] {0, 10, 100_000}) {
                SendRequest send = world.rank(0).isend(new byte[bytes], 1, 3);
                receiver.untilThereIs(0, 3);
                RecvRequest receive = receiver.irecv(new byte[bytes], 0, 3);
                receiver.engine().cancel(receive);
                CompletableFuture<SendRequest> sender =
                        EngineWorld.async(() -> world.rank(0).await(send));
                assertFalse(receiver.await(receive).isCancelled());
                assertEquals(bytes, receive.bytes());
                world.get(sender);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSendThatNobodyReceivesIsWithdrawnIfItWasOnlyAnnounced(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            EngineRank sender = world.rank(0);
            EngineRank receiver = world.rank(1);
            for (int round = 0; round < 50; round++) {
                SendRequest first = sender.isend(SendMode.SYNCHRONOUS, new byte[0], 1, 7);
                SendRequest second = sender.isend(new byte[100_000], 1, 7);
                SendRequest third = sender.isend(SendMode.SYNCHRONOUS, new byte[] {3}, 1, 7);
                for (SendRequest send : new SendRequest[] {second, first}) {
                    sender.engine().cancel(send);
                    sender.engine().cancel(send);
                    assertTrue(sender.await(send).isCancelled());
                }
                byte[] received = new byte[1];
                CompletableFuture<RecvRequest> receipt = EngineWorld.async(() -> receiver.recv(received, 0, 7));
                assertFalse(sender.await(third).isCancelled());
                world.get(receipt);
                assertEquals(3, received[0]);
                sender.engine().cancel(third);
            }
            assertFalse(receiver.iprobe(EngineRank.ANY, EngineRank.ANY).isDone());
            Inbox inbox = sender.engine().inbox();
            assertTrue(inbox.describe().contains("nothing awaited"), inbox::describe);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSendThatHasLeftIsDelivered(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            EngineRank sender = world.rank(0);
            SendRequest eager = sender.isend(new byte[] {5}, 1, 1);
            sender.engine().cancel(eager);
            assertFalse(sender.await(eager).isCancelled());
            byte[] received = new byte[1];
            world.rank(1).recv(received, 0, 1);
            assertEquals(5, received[0]);
            RecvRequest receive = world.rank(1).irecv(new byte[100_000], 0, 2);
            SendRequest matched = sender.isend(new byte[100_000], 1, 2);
            CompletableFuture<RecvRequest> receipt =
                    EngineWorld.async(() -> world.rank(1).await(receive));
            world.get(receipt);
            sender.engine().cancel(matched);
            assertFalse(sender.await(matched).isCancelled());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSendIsEitherWithdrawnOrDelivered(By by) throws Exception {
        cancelSends(by, 400);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("full")
    void eachOfManySendsIsEitherWithdrawnOrDelivered(By by) throws Exception {
        cancelSends(by, 1500);
    }

    private static void cancelSends(By by, int rounds) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            EngineRank sender = world.rank(0);
            EngineRank receiver = world.rank(1);
            int[] withdrawn = new int[1];
            CompletableFuture<Void> sends = EngineWorld.async(() -> {
                for (int round = 0; round < rounds; round++) {
                    byte[] bytes = new byte[round % 3 == 0 ? 100_000 : 2];
                    bytes[0] = 1;
                    SendRequest send = sender.isend(SendMode.SYNCHRONOUS, bytes, 1, 1);
                    for (int i = round % 200; i > 0; i--) Thread.onSpinWait();
                    sender.engine().cancel(send);
                    boolean gone = sender.await(send).isCancelled();
                    if (gone) withdrawn[0]++;
                    sender.await(sender.isend(new byte[] {(byte) (gone ? 2 : 3)}, 1, 2));
                    // The next message must not meet the receive that is being cancelled.
                    sender.recv(new byte[0], 1, 3);
                }
            });
            int delivered = 0;
            for (int round = 0; round < rounds; round++) {
                byte[] first = new byte[100_000];
                RecvRequest receive = receiver.irecv(first, 0, 1);
                byte[] verdict = new byte[1];
                receiver.recv(verdict, 0, 2);
                if (verdict[0] == 2) receiver.engine().cancel(receive);
                assertEquals(verdict[0] == 2, receiver.await(receive).isCancelled(), "round " + round);
                assertEquals(verdict[0] == 2 ? 0 : 1, first[0]);
                if (verdict[0] == 3) delivered++;
                receiver.await(receiver.isend(new byte[0], 0, 3));
            }
            world.get(sends);
            assertEquals(rounds, withdrawn[0] + delivered);
            world.assertNoFailure();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReceiveIsEitherWithdrawnOrFilled(By by) throws Exception {
        cancelReceives(by, 400);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("full")
    void eachOfManyReceivesIsEitherWithdrawnOrFilled(By by) throws Exception {
        cancelReceives(by, 1500);
    }

    private static void cancelReceives(By by, int rounds) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            EngineRank receiver = world.rank(1);
            CompletableFuture<Void> sends = EngineWorld.async(() -> {
                for (int round = 0; round < rounds; round++) {
                    byte[] bytes = new byte[round % 3 == 0 ? 100_000 : 2];
                    bytes[0] = 1;
                    world.rank(0).await(world.rank(0).isend(SendMode.SYNCHRONOUS, bytes, 1, 1));
                }
            });
            for (int round = 0; round < rounds; round++) {
                byte[] first = new byte[100_000];
                RecvRequest receive = receiver.irecv(first, EngineRank.ANY, 1);
                for (int i = round % 200; i > 0; i--) Thread.onSpinWait();
                receiver.engine().cancel(receive);
                boolean gone = receiver.await(receive).isCancelled();
                assertEquals(gone ? 0 : 1, first[0]);
                if (gone) {
                    byte[] second = new byte[100_000];
                    assertFalse(receiver.recv(second, 0, 1).isCancelled());
                    assertNotEquals(0, second[0]);
                }
            }
            world.get(sends);
            world.assertNoFailure();
        }
    }
}
