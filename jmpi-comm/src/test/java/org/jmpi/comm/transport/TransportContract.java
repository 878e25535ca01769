package org.jmpi.comm.transport;

import static org.jmpi.comm.transport.Letter.PLAIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.comm.transport.TestRank.Arrival;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every transport does. One small subclass for each implementation says how to open it. */
@Timeout(120)
public abstract class TransportContract extends PeerEndContract {
    private static final int BUFFER = TestWorld.BUFFER_BYTES;
    private static final int[] SIZES = {
        0,
        1,
        7,
        8,
        31,
        32,
        33,
        1000,
        BUFFER - 33,
        BUFFER - 32,
        BUFFER - 31,
        BUFFER - 1,
        BUFFER,
        BUFFER + 1,
        2 * BUFFER + 5,
        (1 << 20) + 3,
        5 << 20
    };
    private static final long PING = 2;

    // ---- Order and content ----

    @Test
    void framesArriveWholeAndInOrder() throws Exception {
        try (TestWorld world = driven(2)) {
            List<Letter> letters = new ArrayList<>();
            for (int round = 0; round < 3; round++)
                for (int size : SIZES)
                    for (int from = 0; from < 2; from++) {
                        Letter letter = Letter.of(letters.size(), size);
                        letters.add(letter);
                        world.rank(from).to(1 - from).send(letter);
                    }
            for (Letter letter : letters) {
                int from = (int) letter.word2 % 2;
                assertIs(
                        letter,
                        Bytes.pattern((int) letter.word1, letter.word2),
                        world.rank(1 - from).nextArrival(from));
            }
            for (Letter letter : letters) letter.awaitSent();
            for (Letter letter : letters) assertEquals(1, letter.answers());
        }
    }

    @Test
    void headersAreCarriedAsTheyAre() throws Exception {
        long[] words = {0, 1, -2, Long.MIN_VALUE, Long.MAX_VALUE, 0x0102030405060708L};
        try (TestWorld world = driven(2)) {
            for (long word : words) {
                Letter letter = new Letter(word, ~word, null);
                letter.word3 = word;
                world.rank(0).to(1).send(letter);
            }
            for (long word : words) {
                Arrival arrival = world.rank(1).nextArrival(0);
                assertEquals(word, arrival.kind());
                assertEquals(~word, arrival.number());
                assertEquals(word, arrival.word3());
            }
        }
    }

    @Test
    void aSinkOfNoBytesIsEnded() throws Exception {
        CompletableFuture<Arrival> ended = new CompletableFuture<>();
        FrameHandler handler = new EndingHandler(ended);
        try (TestWorld world = TestWorld.driven((site, rank) -> open(site, site.rank() == 1 ? handler : rank), 2)) {
            world.rank(0).to(1).send(new Letter(PING, 7, null));
            assertEquals(7, ended.get(LIMIT_SECONDS, TimeUnit.SECONDS).number());
        }
    }

    private record EndingHandler(CompletableFuture<Arrival> ended) implements FrameHandler {
        @Override
        public Sink onFrame(int peer, long word0, long word1, long word2, long word3) {
            return new Bytes.In(0, none -> ended.complete(new Arrival(peer, word0, word2, word3, none)));
        }

        @Override
        public void onPeerLost(int peer, Throwable cause) {
            ended.completeExceptionally(cause);
        }

        @Override
        public void onPeerDeparted(int peer) {
            ended.completeExceptionally(new AssertionError("departed"));
        }

        @Override
        public void onWork() {
            // the tests' leaders wait for 100 ms at most
        }
    }

    @Test
    void manyThreadsSendToOneEndpoint() throws Exception {
        int threads = 4;
        int each = 400;
        try (TestWorld world = driven(2)) {
            inParallel(threads, thread -> {
                for (int i = 0; i < each; i++) {
                    int size = i % 50 == 0 ? BUFFER + i : i % 97;
                    world.rank(0).to(1).send(Letter.of((long) thread * each + i, size));
                }
            });
            int[] next = new int[threads];
            for (int i = 0; i < threads * each; i++) {
                Arrival arrival = world.rank(1).nextArrival(0);
                int thread = (int) (arrival.number() / each);
                assertEquals(next[thread]++, arrival.number() % each, "order of thread " + thread);
                Bytes.assertSame(Bytes.pattern(arrival.payload().length, arrival.number()), arrival.payload());
            }
        }
    }

    @Test
    void allSendToAllAtOnce() throws Exception {
        int size = 5;
        int each = 60;
        for (int round = 0; round < 4; round++)
            try (TestWorld world = driven(size)) {
                inParallel(size, from -> {
                    for (int i = 0; i < each; i++)
                        for (int to = 0; to < size; to++)
                            if (to != from) world.rank(from).to(to).send(Letter.of(from * 1000 + i, i * 37));
                });
                for (int from = 0; from < size; from++)
                    for (int to = 0; to < size; to++)
                        for (int i = 0; from != to && i < each; i++) {
                            Letter letter = Letter.of(from * 1000 + i, i * 37);
                            assertIs(
                                    letter,
                                    Bytes.pattern(i * 37, letter.word2),
                                    world.rank(to).nextArrival(from));
                        }
            }
    }

    @Test
    void bothFirstFramesMayCross() throws Exception {
        for (int round = 0; round < 30; round++)
            try (TestWorld world = still(2)) {
                for (int i = 0; i < 5; i++)
                    for (int from = 0; from < 2; from++)
                        world.rank(from).to(1 - from).send(Letter.of(i, 100 * i));
                world.rank(0).drive();
                world.rank(1).drive();
                for (int i = 0; i < 5; i++)
                    for (int from = 0; from < 2; from++)
                        assertEquals(i, world.rank(1 - from).nextArrival(from).number());
            }
    }

    @Test
    void callbacksMaySend() throws Exception {
        int count = longestChain();
        try (TestWorld world = driven(2)) {
            CountDownLatch done = new CountDownLatch(1);
            for (int i = 0; i < 2; i++) {
                TestRank me = world.rank(i);
                int peer = 1 - i;
                me.onArrival(arrival -> {
                    if (arrival.number() == count) done.countDown();
                    else me.to(peer).send(new Letter(PING, arrival.number() + 1, new byte[9]));
                });
            }
            world.rank(0).to(1).send(new Letter(PING, 0, new byte[9]));
            assertTrue(
                    done.await(LIMIT_SECONDS, TimeUnit.SECONDS),
                    () -> world.rank(0).transport().describe());
        }
    }

    @Test
    void sentMaySendAgain() throws Exception {
        int count = longestChain();
        try (TestWorld world = driven(2)) {
            Endpoint to = world.rank(0).to(1);
            to.send(new Chained(to, 0, count));
            for (int i = 0; i <= count; i++)
                assertEquals(i, world.rank(1).nextArrival(0).number());
        }
    }

    /** Sends its successor when it is sent itself. */
    private static final class Chained extends Letter {
        private final Endpoint to;
        private final int last;

        Chained(Endpoint to, int number, int last) {
            super(PLAIN, number, new byte[40]);
            this.to = to;
            this.last = last;
        }

        @Override
        public void sent() {
            super.sent();
            if (word2 < last) to.send(new Chained(to, (int) word2 + 1, last));
        }
    }

    @Test
    void aFrameMayBeSentAgainOnceItWasSent() throws Exception {
        try (TestWorld world = driven(2)) {
            int count = Math.min(longestChain(), 1000);
            AtomicInteger sent = new AtomicInteger();
            Frame frame = new Letter(PLAIN, 0, new byte[3]) {
                @Override
                public void sent() {
                    word2 = sent.incrementAndGet();
                    if (word2 < count) world.rank(0).to(1).send(this);
                }
            };
            world.rank(0).to(1).send(frame);
            for (int i = 0; i < count; i++)
                assertEquals(i, world.rank(1).nextArrival(0).number());
        }
    }

    @Test
    void largePayloadsGoBothWaysAtOnce() throws Exception {
        byte[] large = Bytes.pattern(24 << 20, 1);
        try (TestWorld world = driven(2)) {
            for (int i = 0; i < 3; i++)
                for (int from = 0; from < 2; from++)
                    world.rank(from).to(1 - from).send(new Letter(PLAIN, i, large));
            for (int i = 0; i < 3; i++)
                for (int from = 0; from < 2; from++)
                    Bytes.assertSame(
                            large, world.rank(1 - from).nextArrival(from).payload());
        }
    }

    @Test
    void largePayloadsGoRoundWhileOneThreadDrives() throws Exception {
        byte[] large = Bytes.pattern(3 << 20, 5);
        try (TestWorld world = still(3)) {
            assumeFalse(world.rank(0).transport().pushes());
            for (int from = 0; from < 3; from++)
                world.rank(from).to((from + 1) % 3).send(new Letter(PLAIN, from, large));
            for (int from = 0; from < 3; from++) {
                int to = (from + 1) % 3;
                while (world.rank(to).others(from).isEmpty())
                    for (int i = 0; i < 3; i++) world.rank(i).transport().poll();
                Bytes.assertSame(large, world.rank(to).nextArrival(from).payload());
            }
        }
    }

    // ---- Addresses ----

    @Test
    void bothOfAPairReachEachOther() throws Exception {
        try (TestWorld world = still(3)) {
            for (int from = 0; from < 3; from++)
                for (int to = 0; to < 3; to++)
                    if (to != from) {
                        PeerAddress address = world.rank(to).transport().address();
                        assertTrue(world.rank(from).transport().reaches(address), from + " to " + address);
                    }
            PeerAddress here = world.rank(0).transport().address();
            assertFalse(world.rank(1).transport().reaches(new PeerAddress("pigeon", here.host(), "loft")));
        }
    }

    // ---- Memory ----

    @Test
    void framesQueueWithoutTheirPayloads() throws Exception {
        int count = 4000;
        byte[] payload = Bytes.pattern(64 << 10, 3);
        try (TestWorld world = still(2)) {
            TestRank sender = world.rank(0);
            assumeFalse(sender.transport().pushes());
            world.rank(1).onHeader(arrival -> assertEquals(PLAIN, arrival.kind()));
            exchangeOne(world);
            List<Letter> letters = new ArrayList<>();
            for (int i = 0; i < count; i++) letters.add(new Letter(PLAIN, i, payload));
            for (Letter letter : letters) sender.to(1).send(letter);
            sender.pollUntilIdle();
            long packed = letters.stream().mapToLong(Letter::packed).sum();
            assertTrue(packed < 32 << 20, () -> "packed " + packed + " of " + (long) count * payload.length + " bytes");
            assertTrue(sender.works() > 0, "nobody was told that there is something to write");
            sender.drive();
            world.rank(1).drive();
            for (int i = 0; i < count; i++) {
                Arrival arrival = world.rank(1).nextArrival(0);
                assertEquals(i, arrival.number());
                Bytes.assertSame(payload, arrival.payload());
            }
            for (Letter letter : letters) assertEquals(1, letter.answers());
        }
    }

    // ---- Waiting ----

    @Test
    void wakeupEndsAWait() throws Exception {
        try (TestWorld world = still(2)) {
            Transport transport = driven(world);
            CountDownLatch waiting = new CountDownLatch(1);
            Thread waiter = new Thread(() -> {
                waiting.countDown();
                transport.await(TimeUnit.SECONDS.toNanos(2 * LIMIT_SECONDS));
            });
            waiter.start();
            waiting.await();
            transport.wakeup();
            waiter.join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
            assertFalse(waiter.isAlive(), "wakeup() did not end await()");
            transport.wakeup();
            long start = System.nanoTime();
            transport.await(TimeUnit.SECONDS.toNanos(2 * LIMIT_SECONDS)); // the wake-up came first
            assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(LIMIT_SECONDS));
        }
    }

    @Test
    void aWaitEndsWhenItsTimeIsOver() throws Exception {
        try (TestWorld world = still(2)) {
            Transport transport = driven(world);
            long start = System.nanoTime();
            for (int i = 0; i < 5; i++) transport.await(20_000_000);
            long nanos = System.nanoTime() - start;
            assertTrue(nanos < TimeUnit.SECONDS.toNanos(LIMIT_SECONDS), () -> nanos + " ns");
            assertTrue(nanos > 40_000_000, () -> "it does not block: " + nanos + " ns for 5 waits of 20 ms");
        }
    }

    @Test
    void anInterruptEndsAWaitAndStays() throws Exception {
        try (TestWorld world = still(2)) {
            Transport transport = driven(world);
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            CountDownLatch waiting = new CountDownLatch(1);
            Thread waiter = new Thread(() -> {
                waiting.countDown();
                int events = 8; // a connection that a transport makes in advance ends a wait, too
                do transport.await(TimeUnit.SECONDS.toNanos(2 * LIMIT_SECONDS));
                while (--events > 0 && !Thread.currentThread().isInterrupted());
                interrupted.complete(Thread.currentThread().isInterrupted());
            });
            waiter.start();
            waiting.await();
            waiter.interrupt();
            assertTrue(interrupted.get(LIMIT_SECONDS, TimeUnit.SECONDS));
        }
    }

    @Test
    void aFrameEndsAWait() throws Exception {
        try (TestWorld world = still(2)) {
            TestRank receiver = world.rank(1);
            assumeFalse(receiver.transport().pushes());
            exchangeOne(world);
            world.rank(0).to(1).send(Letter.of(4, 4));
            while (receiver.others(0).isEmpty()) {
                receiver.transport().await(TimeUnit.SECONDS.toNanos(2 * LIMIT_SECONDS));
                receiver.transport().poll();
            }
            assertEquals(4, receiver.nextArrival(0).number());
        }
    }

    @Test
    void roomToWriteEndsAWait() throws Exception {
        try (TestWorld world = still(2)) {
            TestRank sender = world.rank(0);
            assumeFalse(sender.transport().pushes());
            exchangeOne(world);
            Letter large = new Letter(PLAIN, 1, Bytes.pattern(48 << 20, 1)) {
                @Override
                public void sent() {
                    super.sent();
                    sender.transport().wakeup(); // whoever takes a frame that was handed over tells the frame alone
                }
            };
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                while (!large.isDone()) sender.transport().await(TimeUnit.SECONDS.toNanos(2 * LIMIT_SECONDS));
            });
            sender.to(1).send(large);
            while (world.rank(1).others(0).isEmpty()) world.rank(1).transport().poll();
            sent.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertEquals(1, world.rank(1).nextArrival(0).number());
        }
    }

    @Test
    void aFirstFrameIsSentOrWorkForWhoPolls() throws Exception {
        try (TestWorld world = still(2)) {
            assumeFalse(world.rank(0).transport().pushes());
            Letter letter = Letter.of(0, 0);
            world.rank(0).to(1).send(letter);
            assertTrue(letter.isDone() || world.rank(0).works() > 0);
        }
    }

    @Test
    void closeEndsAWaitOfAnotherThread() throws Exception {
        try (TestWorld world = driven(2)) {
            world.rank(0).to(1).send(Letter.of(1, 1));
            world.rank(1).nextArrival(0);
            world.rank(1).transport().close(); // while its leader polls and waits
            world.rank(0).nextLoss(1);
        }
    }

    @Test
    void describeNamesTheState() throws Exception {
        try (TestWorld world = driven(2)) {
            world.rank(0).to(1).send(Letter.of(1, 1));
            world.rank(1).nextArrival(0);
            String text = world.rank(0).transport().describe();
            assertTrue(text.contains("rank 1"), text);
        }
    }
}
