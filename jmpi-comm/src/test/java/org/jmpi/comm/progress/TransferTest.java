package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Elements;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.operation.AnyOf;
import org.jmpi.comm.operation.ProbeRequest;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.progress.EngineWorld.By;
import org.jmpi.comm.transport.Bytes;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages between engines: eager and by rendezvous, expected and not. */
@Timeout(60)
class TransferTest {
    private static int[] sizes(int limit) {
        return new int[] {0, 8, 16, limit - 8, limit, limit + 8, 3 * limit + 8, 1 << 20};
    }

    @ParameterizedTest
    @EnumSource
    void messagesArriveWholeWhoeverComesFirst(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            for (SendMode mode : List.of(SendMode.STANDARD, SendMode.SYNCHRONOUS, SendMode.READY))
                for (BasicType type : List.of(BasicType.BYTE, BasicType.CHAR, BasicType.DOUBLE))
                    for (int bytes : sizes(world.eagerLimit()))
                        for (boolean expected : new boolean[] {false, true})
                            transfer(world, mode, type, bytes / type.width(), expected);
            world.assertNoFailure();
        }
    }

    private static void transfer(EngineWorld world, SendMode mode, BasicType type, int count, boolean expected)
            throws Exception {
        String what = mode + " of " + count + " " + type + (expected ? " expected" : " unexpected");
        Object sent = Elements.random(type, 2 + count + 1, count);
        Object received = Elements.random(type, 3 + count + 4, 99);
        Object result = Elements.copy(received);
        System.arraycopy(sent, 2, result, 3, count);
        EngineRank receiver = world.rank(1);
        RecvRequest receive = expected ? receiver.irecv(type, received, 3, count, 0, 5) : null;
        CompletableFuture<SendRequest> sender =
                EngineWorld.async(() -> world.rank(0).await(world.rank(0).isend(mode, type, sent, 2, count, 1, 5)));
        if (!expected) {
            receiver.untilThereIs(0, 5);
            if (mode == SendMode.SYNCHRONOUS) assertFalse(sender.isDone(), what);
            receive = receiver.irecv(type, received, 3, count, 0, 5);
        }
        receiver.await(receive);
        world.get(sender);
        Elements.assertSame(type, result, received, what);
        assertEquals(0, receive.source());
        assertEquals(5, receive.tag());
        assertEquals((long) count * type.width(), receive.bytes());
    }

    @ParameterizedTest
    @EnumSource
    void theProtocolFollowsFromTheSizeAndTheMode(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            int limit = world.eagerLimit();
            assertKept(world, SendMode.STANDARD, 0, "eager");
            assertKept(world, SendMode.STANDARD, limit, "eager");
            assertKept(world, SendMode.READY, limit, "eager");
            assertKept(world, SendMode.STANDARD, limit + 1, "announced");
            assertKept(world, SendMode.SYNCHRONOUS, 0, "announced");
            assertKept(world, SendMode.SYNCHRONOUS, 1, "announced");
        }
    }

    private static void assertKept(EngineWorld world, SendMode mode, int bytes, String how) throws Exception {
        SendRequest send = world.rank(0).isend(mode, new byte[bytes], 1, 1);
        EngineRank receiver = world.rank(1);
        receiver.untilThereIs(0, 1);
        CompletableFuture<SendRequest> sender =
                EngineWorld.async(() -> world.rank(0).await(send));
        if (how.equals("eager")) world.get(sender);
        else assertFalse(send.isDone());
        // An eager message shows up as soon as its header is there.
        String text = receiver.engine().inbox().describe().replace("arriving", "eager");
        assertTrue(text.contains(how + " message of " + bytes + " bytes from rank 0 (world rank 0), tag 1"), text);
        receiver.recv(new byte[bytes], 0, 1);
        world.get(sender);
        assertTrue(receiver.engine().inbox().describe().contains("nothing awaited, nothing unexpected"));
    }

    @ParameterizedTest
    @EnumSource
    void theEagerLimitIsASetting(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2, "jmpi.eager.limit", "100")) {
            assertKept(world, SendMode.STANDARD, 100, "eager");
            assertKept(world, SendMode.STANDARD, 101, "announced");
        }
        try (EngineWorld world = new EngineWorld(by, 2, "jmpi.eager.limit", "0")) {
            assertKept(world, SendMode.STANDARD, 0, "eager");
            assertKept(world, SendMode.STANDARD, 1, "announced");
        }
        try (EngineWorld world = new EngineWorld(by, 2, "jmpi.eager.window", "0")) {
            assertKept(world, SendMode.STANDARD, 0, "announced");
        }
    }

    @ParameterizedTest
    @EnumSource
    void wildcardsTakeMessagesOfAnySizeInTheOrderOfTheirSource(By by) throws Exception {
        int each = 300;
        int[] sizes = {16, 100, 5000, 20_000, 70_000};
        try (EngineWorld world = new EngineWorld(by, 3)) {
            List<CompletableFuture<Void>> senders = new ArrayList<>();
            for (int from = 0; from < 2; from++) {
                EngineRank sender = world.rank(from);
                senders.add(EngineWorld.async(() -> {
                    Random random = new Random(sender.number());
                    List<SendRequest> sends = new ArrayList<>();
                    for (int i = 0; i < each; i++)
                        sends.add(sender.isend(message(i, sizes[random.nextInt(sizes.length)]), 2, i % 7));
                    for (SendRequest send : sends) sender.await(send);
                }));
            }
            int[] next = new int[2];
            Random random = new Random(5);
            for (int i = 0; i < 2 * each; i++) {
                byte[] buffer = new byte[70_000];
                RecvRequest receive = world.rank(2).recv(buffer, EngineRank.ANY, EngineRank.ANY);
                int number = next[receive.source()]++;
                assertEquals(number % 7, receive.tag());
                byte[] expected = message(number, (int) receive.bytes());
                Bytes.assertSame(expected, Arrays.copyOf(buffer, expected.length));
                if (random.nextInt(20) == 0) Thread.yield();
            }
            for (CompletableFuture<Void> sender : senders) world.get(sender);
        }
    }

    private static byte[] message(int number, int length) {
        byte[] bytes = new byte[length];
        new Random(number).nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @EnumSource
    void receivesOfOneSourceAndOfAnyAreServedInTheOrderOfTheirPosting(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            EngineRank receiver = world.rank(1);
            List<RecvRequest> receives = new ArrayList<>();
            List<long[]> values = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                values.add(new long[1]);
                int from = i % 2 == 0 ? EngineRank.ANY : 0;
                receives.add(
                        receiver.irecv(BasicType.LONG, values.get(i), 0, 1, from, i % 3 == 0 ? EngineRank.ANY : 8));
            }
            CompletableFuture<Void> sender = EngineWorld.async(() -> {
                for (int i = 0; i < 40; i++) world.rank(0).await(world.rank(0).isendLong(i, 1, 8));
            });
            for (int i = 0; i < 40; i++) {
                receiver.await(receives.get(i));
                assertEquals(i, values.get(i)[0]);
            }
            world.get(sender);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aProbeFindsTheFirstMessageAndLeavesIt(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            EngineRank receiver = world.rank(1);
            assertFalse(receiver.iprobe(EngineRank.ANY, EngineRank.ANY).isDone());
            for (int bytes : new int[] {0, 3, 100_000}) {
                CompletableFuture<Void> sender = EngineWorld.async(() -> {
                    SendRequest first = world.rank(0).isend(new byte[bytes], 1, 4);
                    SendRequest second = world.rank(0).isend(new byte[bytes + 1], 1, 4);
                    world.rank(0).await(first);
                    world.rank(0).await(second);
                });
                for (int tag : new int[] {4, EngineRank.ANY}) {
                    ProbeRequest probe = receiver.probe(tag == 4 ? EngineRank.ANY : 0, tag);
                    receiver.await(probe);
                    assertEquals(0, probe.source());
                    assertEquals(4, probe.tag());
                    assertEquals(bytes, probe.bytes());
                }
                assertFalse(receiver.iprobe(0, 5).isDone());
                assertEquals(bytes, receiver.recv(new byte[bytes + 1], 0, 4).bytes());
                assertEquals(bytes + 1, receiver.recv(new byte[bytes + 1], 0, 4).bytes());
                world.get(sender);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMessageForAnotherContextIsNotSeen(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            SendRequest other = new SendRequest();
            other.segment().set(new Buffer(new byte[1], 0, 1, Layout.of(BasicType.BYTE)));
            other.set(SendMode.STANDARD, 99, 0, 1, 1);
            world.rank(0).engine().send(other);
            world.rank(0).await(world.rank(0).isendLong(7, 1, 1));
            assertEquals(7, world.rank(1).recvLong(EngineRank.ANY, EngineRank.ANY));
            assertFalse(world.rank(1).iprobe(EngineRank.ANY, EngineRank.ANY).isDone());
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneOfSeveralReceivesIsWaitedFor(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 3)) {
            EngineRank receiver = world.rank(2);
            for (int round = 0; round < 200; round++) {
                int from = round % 2;
                List<RecvRequest> receives =
                        List.of(receiver.irecv(new byte[100], 0, round), receiver.irecv(new byte[100], 1, round));
                int tag = round;
                CompletableFuture<SendRequest> sender = EngineWorld.async(
                        () -> world.rank(from).await(world.rank(from).isend(new byte[100], 2, tag)));
                receiver.engine().await(new AnyOf(receives), "Waitany");
                assertTrue(receives.get(from).isDone());
                assertFalse(receives.get(1 - from).isDone());
                world.get(sender);
                world.rank(1 - from).isend(new byte[9], 2, tag);
                receiver.await(receives.get(1 - from));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRankSendsToItself(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            EngineRank self = world.rank(1);
            for (int bytes : new int[] {0, 10, 100_000}) {
                byte[] sent = message(bytes, bytes);
                byte[] received = new byte[bytes];
                SendRequest send = self.isend(sent, 1, 3);
                self.recv(received, 1, 3);
                self.await(send);
                Bytes.assertSame(sent, received);
                byte[] again = new byte[bytes];
                RecvRequest receive = self.irecv(again, EngineRank.ANY, 3);
                self.await(self.isend(SendMode.SYNCHRONOUS, sent, 1, 3));
                self.await(receive);
                Bytes.assertSame(sent, again);
            }
        }
    }
}
