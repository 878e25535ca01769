package org.jmpi.comm.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.frame.Answer;
import org.jmpi.comm.frame.FrameReceiver;
import org.jmpi.comm.frame.Frames;
import org.jmpi.comm.frame.Peer;
import org.jmpi.comm.frame.Reply;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.progress.Wait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(90)
class LayerTest {
    private static final int ID = 255;
    private static final String NAME = "test";

    /** Answers a request by its word and payload. */
    private static void echo(Frames frames) {
        frames.register(ID, (from, word, payload, answer) -> answer.send(word, payload));
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void inThreads(Runnable... bodies) {
        List<CompletableFuture<Void>> runs = new ArrayList<>();
        for (Runnable body : bodies) runs.add(CompletableFuture.runAsync(body, run -> new Thread(run).start()));
        runs.forEach(CompletableFuture::join);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void framesArriveInTheirOrder(int to) throws InterruptedException {
        List<String> taken = new ArrayList<>();
        CountDownLatch all = new CountDownLatch(1000);
        FrameReceiver receiver = (from, word, payload) -> {
            taken.add(from.rank() + " " + word + " " + StandardCharsets.UTF_8.decode(payload));
            all.countDown();
        };
        try (LayerWorld world = new LayerWorld(2)) {
            Frames sender = world.open(0, NAME, 1, frames -> frames.register(ID, receiver));
            world.open(1, NAME, 1, frames -> frames.register(ID, receiver));
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                String payload = "x".repeat(i % 3);
                sender.peer(to).send(ID, i, i % 3 == 0 ? null : text(payload));
                expected.add("0 " + i + " " + payload);
            }
            assertTrue(all.await(60, TimeUnit.SECONDS));
            assertEquals(expected, taken);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 11, 100_000})
    void anAnswerMayBeLongerThanItsRoom(int length) {
        try (LayerWorld world = new LayerWorld(2)) {
            Frames frames = world.open(0, NAME, 1, none -> {});
            world.open(1, NAME, 1, LayerTest::echo);
            List<CompletableFuture<Reply>> replies = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                byte[] payload = new byte[length];
                Arrays.fill(payload, (byte) i);
                replies.add(frames.peer(1).request(ID, i, ByteBuffer.wrap(payload), 10));
            }
            for (int i = 0; i < 20; i++) {
                Reply reply = frames.await(replies.get(i));
                assertEquals(i, reply.word());
                assertEquals(length, reply.payload().remaining());
                while (reply.payload().hasRemaining())
                    assertEquals(i, reply.payload().get());
            }
        }
    }

    @Test
    void aPeerWithoutTheLayerOrWithAnotherVersionIsNamed() {
        try (LayerWorld world = new LayerWorld(3)) {
            Frames frames = world.open(0, NAME, 1, none -> {});
            world.open(1);
            world.open(2, NAME, 2, LayerTest::echo);
            CommException none =
                    assertThrows(CommException.class, () -> frames.peer(1).send(ID, 0, null));
            assertEquals(
                    "rank 1 has no layer test, to which rank 0 sends a frame: put its classes and its provider entry"
                            + " (META-INF/services/org.jmpi.comm.frame.Layer or `provides` in its module)"
                            + " into the class path or module path of both",
                    none.getMessage());
            assertTrue(frames.peer(0).hasLayer());
            assertFalse(frames.peer(1).hasLayer());
            assertFalse(frames.peer(2).hasLayer());
            CommException other =
                    assertThrows(CommException.class, () -> frames.peer(2).request(ID, 0, null, 0));
            assertEquals(
                    "rank 2 has version 2 of layer test, and rank 0 version 1: use the same version at both",
                    other.getMessage());
        }
    }

    @Test
    void aFrameWaitsForAPeerThatOpensItsLayersLater() {
        try (LayerWorld world = new LayerWorld(2)) {
            Frames frames = world.open(0, NAME, 1, none -> {});
            CountDownLatch sending = new CountDownLatch(1);
            CompletableFuture<Reply> reply = CompletableFuture.supplyAsync(() -> {
                sending.countDown();
                return frames.await(frames.peer(1).request(ID, 7, null, 0));
            });
            assertTrue(awaited(sending));
            world.open(1, NAME, 1, LayerTest::echo);
            assertEquals(7, reply.join().word());
        }
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anIdIsRegisteredOnceAndBeforeOpenReturns() {
        try (LayerWorld world = new LayerWorld(1)) {
            CommException twice = assertThrows(
                    CommException.class,
                    () -> world.open(0, NAME, 1, frames -> {
                        echo(frames);
                        echo(frames);
                    }));
            assertTrue(twice.getMessage().contains("layer test registers id 255 twice"), twice.getMessage());
        }
        try (LayerWorld world = new LayerWorld(1)) {
            Frames frames = world.open(0, NAME, 1, LayerTest::echo);
            String late = assertThrows(IllegalStateException.class, () -> echo(frames))
                    .getMessage();
            assertEquals("layer test registers the receiver of id 255 after its method open has returned", late);
            String id = assertThrows(
                            IllegalArgumentException.class, () -> frames.peer(0).send(256, 0, null))
                    .getMessage();
            assertEquals("layer test: id 256 is not from 0 to 255", id);
            String rank = assertThrows(IndexOutOfBoundsException.class, () -> frames.peer(1))
                    .getMessage();
            assertEquals("layer test: there is no rank 1 of 1", rank);
        }
    }

    @Test
    void twoLayersOfOneNameAreRefused() {
        try (LayerWorld world = new LayerWorld(1)) {
            var one = LayerWorld.layer(NAME, 1, frames -> {});
            CommException refusal = assertThrows(CommException.class, () -> world.open(0, one, new Same()));
            assertTrue(refusal.getMessage().contains("two layers have the name test"), refusal.getMessage());
        }
    }

    private static final class Same implements org.jmpi.comm.frame.Layer {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public void open(Frames frames) {
            // It has no receivers.
        }
    }

    @Test
    void aPayloadOrARoomThatIsTooLongIsRefused() {
        try (LayerWorld world = new LayerWorld(1)) {
            Frames frames = world.open(0, NAME, 1, LayerTest::echo);
            int longest = frames.longestPayload();
            assertEquals(
                    longest,
                    frames.await(frames.peer(0).request(ID, 1, ByteBuffer.allocate(longest), longest))
                            .payload()
                            .remaining());
            String line = assertThrows(
                            IllegalArgumentException.class,
                            () -> frames.peer(0).send(ID, 0, ByteBuffer.allocate(longest + 1)))
                    .getMessage();
            assertEquals("layer test: a payload of " + (longest + 1) + " bytes is longer than " + longest, line);
            assertThrows(IllegalArgumentException.class, () -> frames.peer(0).request(ID, 0, null, longest + 1));
            assertThrows(IllegalArgumentException.class, () -> frames.peer(0).request(ID, 0, null, -1));
        }
    }

    @Test
    void aReceiverSendsByAnotherThreadOnly() {
        try (LayerWorld world = new LayerWorld(2)) {
            List<Throwable> thrown = new ArrayList<>();
            Frames frames = world.open(0, NAME, 1, LayerTest::echo);
            world.open(
                    1,
                    NAME,
                    1,
                    opened -> opened.register(ID, (from, word, payload, answer) -> {
                        try {
                            from.send(ID, 0, null);
                        } catch (IllegalStateException e) {
                            thrown.add(e);
                        }
                        CompletableFuture.supplyAsync(() -> opened.await(from.request(ID, word + 1, null, 0)))
                                .thenAccept(reply -> answer.send(reply.word() + 1, null));
                    }));
            assertEquals(7, frames.await(frames.peer(1).request(ID, 5, null, 0)).word());
            assertEquals(1, thrown.size());
            assertEquals(
                    "a receiver of layer test sends a frame of layer test: it may have to wait,"
                            + " so answer the request, or have another thread send",
                    thrown.get(0).getMessage());
        }
    }

    @Test
    void aReceiverThatThrowsFailsTheOperationsOfItsRank() {
        try (LayerWorld world = new LayerWorld(2)) {
            Frames frames = world.open(0, NAME, 1, none -> {});
            CountDownLatch thrown = new CountDownLatch(1);
            Frames other = world.open(
                    1,
                    NAME,
                    1,
                    opened -> opened.register(ID, (from, word, payload) -> {
                        thrown.countDown();
                        throw new UnsupportedOperationException("no " + word);
                    }));
            frames.peer(1).send(ID, 3, null);
            assertTrue(awaited(thrown));
            CommException failure =
                    assertThrows(CommException.class, () -> other.await(new CompletableFuture<Reply>()));
            assertEquals(
                    "the receiver of id 255 of layer test failed by a frame of rank 0:"
                            + " java.lang.UnsupportedOperationException: no 3",
                    failure.getMessage());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "7, layer test has no receiver of requests with id 7 (request of rank 0)",
        "8, 'layer test: id 8 takes frames, not requests (request of rank 0)'",
        "9, the receiver of id 9 of layer test failed by a frame of rank 0: java.lang.IllegalStateException: no"
    })
    void aRequestThatNoReceiverAnswersFailsBothRanks(int id, String line) {
        try (LayerWorld world = new LayerWorld(2)) {
            Frames frames = world.open(0, NAME, 1, none -> {});
            world.open(1, NAME, 1, opened -> {
                opened.register(8, (from, word, payload) -> {});
                opened.register(9, (from, word, payload, answer) -> {
                    throw new IllegalStateException("no");
                });
            });
            CompletableFuture<Reply> reply = frames.peer(1).request(id, 0, null, 0);
            CommException failure = assertThrows(CommException.class, () -> frames.await(reply));
            assertEquals("rank 1: " + line, failure.getMessage());
            failure = assertThrows(CommException.class, () -> world.check(1));
            assertEquals(line, failure.getMessage());
            world.check(0);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "77, layer test has no receiver of frames with id 77 (frame of rank 0)",
        "255, 'layer test: id 255 takes requests, not frames (frame of rank 0)'"
    })
    void aFrameWithoutReceiverIsReportedAfterTheSenderHasDrained(int id, String line) throws Exception {
        try (LayerWorld world = new LayerWorld(2)) {
            Frames frames = world.open(0, NAME, 1, none -> {});
            world.open(1, NAME, 1, LayerTest::echo);
            assertTrue(frames.peer(1).hasLayer());
            world.stop();
            frames.peer(1).send(id, 0, null);
            Thread thread = new Thread(() -> world.drain(0));
            thread.start();
            while (thread.isAlive() && !world.isBlocked(0)) Thread.onSpinWait();
            world.check(1);
            world.goOn();
            thread.join(60_000);
            CommException failure = assertThrows(CommException.class, () -> world.check(1));
            assertEquals(line, failure.getMessage());
        }
    }

    @Test
    void aRankDrainsWithoutPeersThatAreGone() {
        try (LayerWorld world = new LayerWorld(3)) {
            Frames frames = world.open(0, NAME, 1, none -> {});
            world.open(1);
            world.open(2, NAME, 1, LayerTest::echo);
            assertFalse(frames.peer(1).hasLayer());
            frames.peer(2).send(ID - 1, 0, null);
            world.lose(0, 1);
            world.drain(0);
            assertThrows(CommException.class, () -> world.check(2));
        }
    }

    @Test
    void aWaitForAnAnswerNamesTheLayerAndThePeer() throws Exception {
        try (LayerWorld world = new LayerWorld(2)) {
            Frames frames = world.open(0, NAME, 1, none -> {});
            List<Answer> answers = new CopyOnWriteArrayList<>();
            world.open(1, NAME, 1, opened -> opened.register(ID, (from, word, payload, answer) -> answers.add(answer)));
            CompletableFuture<Reply> reply = frames.peer(1).request(ID, 0, null, 0);
            Thread thread = new Thread(() -> frames.await(reply));
            thread.start();
            while (thread.isAlive() && (answers.isEmpty() || !world.isBlocked(0))) Thread.onSpinWait();
            Wait wait = world.waits(0).iterator().next();
            assertEquals("Frames.await(the answer to a request of layer test)", wait.call());
            assertEquals(1, wait.completion().peer());
            answers.get(0).send(0, null);
            thread.join(60_000);
        }
    }

    @Test
    void aRequestIsAnsweredOnce() {
        try (LayerWorld world = new LayerWorld(1)) {
            Frames frames = world.open(
                    0,
                    NAME,
                    1,
                    opened -> opened.register(ID, (from, word, payload, answer) -> {
                        answer.send(1, null);
                        answer.send(2, null);
                    }));
            assertEquals(1, frames.peer(0).request(ID, 0, null, 0).join().word());
            assertTrue(world.failure(0).getMessage().endsWith("the request of rank 0 has been answered"));
        }
    }

    @Test
    void aRequestFailsWithItsPeer() {
        try (LayerWorld world = new LayerWorld(2)) {
            Frames frames = world.open(0, NAME, 1, none -> {});
            CountDownLatch arrived = new CountDownLatch(1);
            world.open(1, NAME, 1, opened -> opened.register(ID, (from, word, payload, answer) -> arrived.countDown()));
            CompletableFuture<Reply> reply = frames.peer(1).request(ID, 0, null, 0);
            assertTrue(awaited(arrived));
            assertFalse(reply.isDone());
            world.lose(0, 1);
            CommException failure = assertThrows(CommException.class, () -> frames.await(reply));
            assertEquals(ErrorClass.PROC_FAILED, failure.errorClass());
            assertTrue(frames.peer(1).isGone());
            failure = assertThrows(CommException.class, () -> frames.peer(1).send(ID, 0, null));
            assertEquals(ErrorClass.PROC_FAILED, failure.errorClass());
        }
    }

    /** As the engine's messages: see JoinTest, and JoinContract of transports. */
    @Test
    void aLayerReachesARankThatJoinedLater() {
        try (LayerWorld world = new LayerWorld(2, 4)) {
            List<Frames> all = new ArrayList<>();
            for (int rank = 0; rank < 2; rank++) all.add(world.open(rank, NAME, 1, LayerTest::echo));
            assertEquals(5, ask(all.get(0), 1, 5));
            for (int size = 2; size < 4; size++) {
                Frames known = all.get(0);
                int next = size;
                assertThrows(IndexOutOfBoundsException.class, () -> known.peer(next));
                assertEquals(size, world.join());
                all.add(world.open(size, NAME, 1, LayerTest::echo));
                for (Frames each : all) {
                    assertEquals(size + 1, each.size());
                    for (int to = 0; to <= size; to++) assertEquals(to, ask(each, to, to));
                }
            }
            for (int rank = 0; rank < 4; rank++) world.drain(rank);
        }
    }

    /** Returns what a peer answers to a request. */
    private static long ask(Frames frames, int to, long word) {
        return frames.await(frames.peer(to).request(ID, word, null, 0)).word();
    }

    @Test
    void framesAreDroppedAndSendsThrowBetweenFinalizeAndTheNextInit() throws InterruptedException {
        List<Long> taken = new CopyOnWriteArrayList<>();
        CountDownLatch last = new CountDownLatch(1);
        FrameReceiver receiver = (from, word, payload) -> {
            taken.add(word);
            if (word == 3) last.countDown();
        };
        try (LayerWorld world = new LayerWorld(2)) {
            Frames sender = world.open(0, NAME, 1, frames -> {});
            Frames paused = world.open(1, NAME, 1, frames -> {
                frames.register(ID, receiver);
                frames.register(1, (from, word, payload, answer) -> answer.send(word, payload));
            });
            sender.peer(1).send(ID, 1, null);
            world.drain(0);
            world.pause(1);
            // More than the credit of a peer: what is dropped gives it back.
            int longest = sender.longestPayload();
            for (int i = 0; i < 9; i++) sender.peer(1).send(ID, 2, ByteBuffer.allocate(longest));
            CompletableFuture<Reply> request = sender.peer(1).request(1, 2, null, 0);
            CommException refused = assertThrows(CommException.class, () -> sender.await(request));
            assertEquals("rank 1: MPI.Finalize has been called", refused.getMessage());
            for (Runnable call : List.<Runnable>of(
                    () -> paused.peer(0).send(ID, 1, null),
                    () -> paused.peer(0).request(ID, 1, null, 0),
                    () -> paused.peer(0).hasLayer(),
                    () -> paused.await(new CompletableFuture<>()))) {
                CommException failure = assertThrows(CommException.class, call::run);
                assertEquals(ErrorClass.OTHER, failure.errorClass());
                assertEquals("MPI.Finalize has been called", failure.getMessage());
            }
            world.drain(0);
            world.resume(1);
            sender.peer(1).send(ID, 3, null);
            assertTrue(last.await(60, TimeUnit.SECONDS));
            assertEquals(List.of(1L, 3L), taken);
            assertEquals(7, sender.await(sender.peer(1).request(1, 7, null, 0)).word());
            assertEquals(null, world.failure(1));
        }
    }

    @Test
    void finalizeWaitsForAReceiverThatRuns() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicLong ended = new AtomicLong();
        FrameReceiver receiver = (from, word, payload) -> {
            began.countDown();
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            ended.set(word);
        };
        try (LayerWorld world = new LayerWorld(2)) {
            Frames sender = world.open(0, NAME, 1, frames -> {});
            world.open(1, NAME, 1, frames -> frames.register(ID, receiver));
            sender.peer(1).send(ID, 1, null);
            assertTrue(began.await(60, TimeUnit.SECONDS));
            Thread pausing = new Thread(() -> world.pause(1));
            pausing.start();
            while (pausing.isAlive() && !awaits(pausing)) Thread.yield();
            boolean waits = pausing.isAlive();
            mayEnd.countDown();
            assertTrue(waits);
            pausing.join(60_000);
            assertEquals(1, ended.get());
        }
    }

    private static boolean awaits(Thread thread) {
        return Stream.of(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("await")
                        && frame.getClassName().equals(ProgressEngine.class.getName()));
    }

    @Test
    void whatAProgramKeepsFailsWhenItsRankHasLeft() {
        try (LayerWorld world = new LayerWorld(1)) {
            Frames frames = world.open(0, NAME, 1, LayerTest::echo);
            Peer peer = frames.peer(0);
            world.leave(0);
            CommException failure = assertThrows(CommException.class, () -> peer.send(ID, 0, null));
            assertEquals("rank 0 has left", failure.getMessage());
            assertThrows(CommException.class, () -> frames.await(new CompletableFuture<>()));
            assertEquals(1, frames.size());
        }
    }

    /** Two threads of each of two ranks: requests and answers of 4 KiB, some of which exceed their room. */
    @Test
    void ranksThatFloodEachOtherNeitherStallNorQueueWithoutBound() {
        int requests = 5_000;
        int length = 4096;
        AtomicLong most = new AtomicLong();
        try (LayerWorld world = new LayerWorld(2, "jmpi.eager.window", "65536")) {
            Frames[] frames = new Frames[2];
            for (int rank = 0; rank < 2; rank++) frames[rank] = world.open(rank, NAME, 1, LayerTest::echo);
            AtomicLong outstanding = new AtomicLong();
            Runnable[] bodies = new Runnable[4];
            for (int i = 0; i < bodies.length; i++) {
                Peer peer = frames[i / 2].peer(1 - i / 2);
                Frames own = frames[i / 2];
                bodies[i] = () -> {
                    List<CompletableFuture<Reply>> replies = new ArrayList<>();
                    for (int n = 0; n < requests; n++) {
                        CompletableFuture<Reply> reply =
                                peer.request(ID, n, ByteBuffer.allocate(length), n % 100 == 0 ? 0 : length);
                        most.accumulateAndGet(outstanding.incrementAndGet(), Math::max);
                        replies.add(reply.whenComplete((value, failure) -> outstanding.decrementAndGet()));
                    }
                    for (int n = 0; n < requests; n++)
                        assertEquals(n, own.await(replies.get(n)).word());
                };
            }
            inThreads(bodies);
        }
        // A window of answers from each rank, and the requests for long ones, which reserve next to nothing.
        assertTrue(most.get() <= 2 * (65536 / length + 65536 / Link.OVERHEAD), "outstanding requests: " + most);
    }

    @Test
    void aSenderWaitsForAPeerThatHasStopped() throws Exception {
        int frames = 200;
        int length = 1000;
        CountDownLatch received = new CountDownLatch(frames + 1);
        try (LayerWorld world = new LayerWorld(2, "jmpi.eager.window", "65536")) {
            Frames sender = world.open(0, NAME, 1, none -> {});
            world.open(1, NAME, 1, opened -> opened.register(ID, (from, word, payload) -> received.countDown()));
            // The first frame asks for the layer.
            sender.peer(1).send(ID, 0, null);
            world.stop();
            Thread thread = new Thread(() -> {
                for (int i = 0; i < frames; i++) sender.peer(1).send(ID, i, ByteBuffer.allocate(length));
            });
            thread.start();
            while (thread.isAlive() && !world.isBlocked(0)) Thread.onSpinWait();
            int waiting = world.waiting();
            assertTrue(waiting > 0 && waiting <= 65536 / (length + Link.OVERHEAD), "frames that wait: " + waiting);
            world.goOn();
            thread.join(60_000);
            assertTrue(awaited(received));
        }
    }

    @Test
    void aReceiverThatBlocksIsFoundByTheCheck() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.err;
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch warned = new CountDownLatch(1);
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8) {
            @Override
            public void println(String line) {
                super.println(line);
                warned.countDown();
            }
        });
        try (LayerWorld world = new LayerWorld(2, "jmpi.check", "true")) {
            Frames frames = world.open(0, NAME, 1, none -> {});
            world.open(1, NAME, 1, opened -> opened.register(ID, (from, word, payload) -> awaited(release)));
            CompletableFuture<Void> sent =
                    CompletableFuture.runAsync(() -> frames.peer(1).send(ID, 0, null), run -> new Thread(run).start());
            assertTrue(awaited(warned));
            release.countDown();
            sent.get(60, TimeUnit.SECONDS);
        } finally {
            System.setErr(before);
            release.countDown();
        }
        String line = printed.toString(StandardCharsets.UTF_8);
        assertTrue(
                line.startsWith("jmpi: rank 1: the receiver of id 255 of layer test has not returned for 1 s"
                        + " from a frame of rank 0, at "),
                line);
    }
}
