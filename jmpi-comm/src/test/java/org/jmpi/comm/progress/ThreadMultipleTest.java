package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.progress.EngineWorld.By;
import org.jmpi.comm.transport.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several threads of each rank call at the same time (MPI_THREAD_MULTIPLE). */
@Timeout(60)
class ThreadMultipleTest {
    private static byte[] message(int number, int length) {
        byte[] bytes = new byte[length];
        new Random(number).nextBytes(bytes);
        return bytes;
    }

    private static void awaitAll(EngineWorld world, List<CompletableFuture<Void>> threads) throws Exception {
        for (CompletableFuture<Void> thread : threads) world.get(thread);
    }

    @ParameterizedTest
    @EnumSource
    void fourThreadsPlayPingPongEachOnItsTag(By by) throws Exception {
        playPingPong(by, 1000);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("full")
    void fourThreadsPlayPingPongForLong(By by) throws Exception {
        playPingPong(by, 5000);
    }

    private void playPingPong(By by, int rounds) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            List<CompletableFuture<Void>> threads = new ArrayList<>();
            for (int tag = 0; tag < 4; tag++)
                for (int rank = 0; rank < 2; rank++) {
                    EngineRank self = world.rank(rank);
                    int own = tag;
                    threads.add(EngineWorld.async(() -> pingPong(self, own, rounds)));
                }
            awaitAll(world, threads);
            world.assertNoFailure();
        }
    }

    private static void pingPong(EngineRank self, int tag, int rounds) {
        int peer = 1 - self.number();
        for (int round = 0; round < rounds; round++) {
            long value = (long) tag << 32 | round;
            if (self.number() == 0) self.await(self.isendLong(value, peer, tag));
            assertEquals(value, self.recvLong(peer, tag));
            if (self.number() == 1) self.await(self.isendLong(value, peer, tag));
        }
    }

    @ParameterizedTest
    @EnumSource
    void manyStreamsOfAllSizesDoNotMix(By by) throws Exception {
        int size = 3;
        int streams = 2;
        int each = 120;
        int[] lengths = {0, 1, 100, 5000, 9000, 60_000, 200_000};
        try (EngineWorld world = new EngineWorld(by, size, "jmpi.eager.window", "30000")) {
            List<CompletableFuture<Void>> threads = new ArrayList<>();
            for (int from = 0; from < size; from++)
                for (int to = 0; to < size; to++)
                    for (int stream = 0; stream < streams; stream++) {
                        EngineRank sender = world.rank(from);
                        EngineRank receiver = world.rank(to);
                        int tag = stream;
                        threads.add(EngineWorld.async(() -> send(sender, receiver.number(), tag, each, lengths)));
                        threads.add(EngineWorld.async(() -> receive(receiver, sender.number(), tag, each, lengths)));
                    }
            awaitAll(world, threads);
            world.assertNoFailure();
        }
    }

    private static int seed(int from, int to, int tag) {
        return (from * 10 + to) * 10 + tag;
    }

    private static void send(EngineRank self, int to, int tag, int count, int[] lengths) {
        Random random = new Random(seed(self.number(), to, tag));
        List<SendRequest> pending = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] bytes = message(i + seed(self.number(), to, tag), lengths[random.nextInt(lengths.length)]);
            pending.add(self.isend(i % 11 == 0 ? SendMode.SYNCHRONOUS : SendMode.STANDARD, bytes, to, tag));
            if (i % 7 == 0) self.await(pending.remove(pending.size() - 1));
        }
        pending.forEach(self::await);
    }

    private static void receive(EngineRank self, int from, int tag, int count, int[] lengths) {
        Random random = new Random(seed(from, self.number(), tag));
        for (int i = 0; i < count; i++) {
            byte[] buffer = new byte[200_000];
            RecvRequest receive = self.recv(buffer, from, tag);
            byte[] expected = message(i + seed(from, self.number(), tag), lengths[random.nextInt(lengths.length)]);
            assertEquals(expected.length, receive.bytes());
            Bytes.assertSame(expected, Arrays.copyOf(buffer, expected.length));
        }
    }

    @ParameterizedTest
    @EnumSource
    void threadsThatReceiveFromAnybodyShareTheMessages(By by) throws Exception {
        int receivers = 4;
        int each = 1500;
        AtomicIntegerArray seen = new AtomicIntegerArray(receivers * each);
        try (EngineWorld world = new EngineWorld(by, 3)) {
            List<CompletableFuture<Void>> threads = new ArrayList<>();
            for (int i = 0; i < receivers; i++)
                threads.add(EngineWorld.async(() -> {
                    for (int k = 0; k < each; k++)
                        seen.incrementAndGet((int) world.rank(2).recvLong(EngineRank.ANY, EngineRank.ANY));
                }));
            for (int from = 0; from < 2; from++) {
                EngineRank sender = world.rank(from);
                threads.add(EngineWorld.async(() -> {
                    for (int k = sender.number(); k < receivers * each; k += 2)
                        sender.await(sender.isendLong(k, 2, k % 5));
                }));
            }
            awaitAll(world, threads);
        }
        for (int i = 0; i < seen.length(); i++) assertEquals(1, seen.get(i), "message " + i);
    }

    @ParameterizedTest
    @EnumSource
    void threadsOfOneRankTalkToEachOther(By by) throws Exception {
        talk(by, 500);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("full")
    void threadsOfOneRankTalkForLong(By by) throws Exception {
        talk(by, 2000);
    }

    private void talk(By by, int rounds) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            EngineRank self = world.rank(1);
            List<CompletableFuture<Void>> threads = new ArrayList<>();
            for (int pair = 0; pair < 2; pair++)
                for (int side = 0; side < 2; side++) {
                    int out = 10 * pair + side;
                    int in = 10 * pair + 1 - side;
                    boolean first = side == 0;
                    threads.add(EngineWorld.async(() -> {
                        for (int i = 0; i < rounds; i++) {
                            if (first) self.await(self.isendLong(i, 1, out));
                            assertEquals(i, self.recvLong(1, in));
                            if (!first) self.await(self.isendLong(i, 1, out));
                        }
                    }));
                }
            awaitAll(world, threads);
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneThreadLooksWhileOthersWait(By by) throws Exception {
        look(by, 500);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("full")
    void oneThreadLooksForLongWhileOthersWait(By by) throws Exception {
        look(by, 2000);
    }

    private void look(By by, int rounds) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2)) {
            List<CompletableFuture<Void>> threads = new ArrayList<>();
            EngineRank looker = world.rank(1);
            for (int tag = 0; tag < 2; tag++) {
                int own = tag;
                threads.add(EngineWorld.async(() -> pingPong(world.rank(0), own, rounds)));
            }
            threads.add(EngineWorld.async(() -> pingPong(looker, 0, rounds)));
            threads.add(EngineWorld.async(() -> {
                for (int i = 0; i < rounds; i++) {
                    RecvRequest receive = looker.irecv(BasicType.LONG, new long[1], 0, 1, 0, 1);
                    while (!looker.engine().test(receive)) Thread.yield();
                    looker.await(looker.isendLong(1L << 32 | i, 0, 1));
                }
            }));
            awaitAll(world, threads);
        }
    }
}
